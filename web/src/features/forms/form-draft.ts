import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { readDraft, writeDraft } from '../../lib/draft-store.ts';
import type { SurveyBase } from './forms.api.ts';

/** An edited form before it is published. It holds questions, never answers. */
export interface FormDraft {
  definition: SurveyDefinition;
  /** The published version that the edit started from; null for a new form. */
  base: SurveyBase | null;
  /** When it was last changed. */
  savedAt: string;
}

/** One draft per form, no matter which version the edit started from; null is the one new form. */
function nameOf(uniqueSurveyId: string | null): string {
  return `form.${uniqueSurveyId ?? 'new'}`;
}

export function readFormDraft(uniqueSurveyId: string | null): FormDraft | null {
  try {
    const stored: unknown = JSON.parse(readDraft(nameOf(uniqueSurveyId)) || 'null');
    return typeof stored === 'object' && stored !== null && 'definition' in stored ? (stored as FormDraft) : null;
  } catch {
    return null;
  }
}

/** Returns true if the browser stores it; otherwise it lasts as long as the page. */
export function writeFormDraft(draft: FormDraft): Promise<boolean> {
  return writeDraft(nameOf(draft.base?.uniqueSurveyId ?? null), JSON.stringify(draft), 'browser');
}

export function forgetFormDraft(uniqueSurveyId: string | null): void {
  void writeDraft(nameOf(uniqueSurveyId), '', 'browser');
}
