import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { formsTexts } from '../forms.texts.ts';

type Linked = Pick<FormVersion, 'uniqueSurveyId' | 'title'>;

export function linkOf({ uniqueSurveyId }: Linked): string {
  return `${window.location.origin}/form/${uniqueSurveyId}`;
}

/** Copies a form's link and says so. False if the browser refuses: pages without TLS have no clipboard. */
export async function copyLink(form: Linked): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(linkOf(form));
  } catch {
    return false;
  }
  notifySuccess(formsTexts.linkCopied(form.title.trim() || 'Untitled'));
  return true;
}
