import type { SurveyDefinition } from '@kinbridge/contract/surveys/survey-definition';
import { draftKey } from '../../lib/use-draft.ts';
import type { SurveyBase } from './surveys.api.ts';

/** A form that is being edited and not yet published. It holds questions, never answers. */
export interface FormDraft {
  definition: SurveyDefinition;
  /** The published version that the edit started from; null for a new form. */
  base: SurveyBase | null;
  /** When it was last changed. */
  savedAt: string;
}

/** Stands in for the storage where that is full or switched off. */
const known = new Map<string, FormDraft>();

/** Drafts are kept by their form, whichever version the edit started from; null is the one new form. */
function keyOf(uniqueSurveyId: string | null): string {
  return draftKey(`form.${uniqueSurveyId ?? 'new'}`);
}

export function readFormDraft(uniqueSurveyId: string | null): FormDraft | null {
  const key = keyOf(uniqueSurveyId);
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'definition' in stored) return stored as FormDraft;
  } catch {
    // Storage is switched off, or holds something of another version of the portal.
  }
  return known.get(key) ?? null;
}

/** True when the browser keeps it; otherwise it lives as long as the page. */
export function writeFormDraft(draft: FormDraft): boolean {
  const key = keyOf(draft.base?.uniqueSurveyId ?? null);
  known.set(key, draft);
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetFormDraft(uniqueSurveyId: string | null): void {
  const key = keyOf(uniqueSurveyId);
  known.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept there.
  }
}
