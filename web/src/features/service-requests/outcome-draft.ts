import type { EndStatus, OutcomeCode } from '@kinbridge/contract/service-requests/outcomes';
import { outcomeTexts } from './outcome.texts.ts';

/** An outcome as it is being entered. */
export interface OutcomeDraft {
  code: OutcomeCode | null;
  note: string;
}

/** What an outcome is sent as. */
export interface ChosenOutcome {
  code: OutcomeCode;
  note?: string;
}

/** Most completed requests helped; why one is cancelled must be said. */
export function emptyOutcome(to: EndStatus): OutcomeDraft {
  return { code: to === 'COMPLETED' ? 'HELPED' : null, note: '' };
}

export function problemOf({ code, note }: OutcomeDraft): { code?: string; note?: string } | null {
  if (code === null) return { code: outcomeTexts.codeMissing };
  return code === 'OTHER' && note.trim() === '' ? { note: outcomeTexts.noteMissing } : null;
}

/** The outcome to send, or null while something is missing. */
export function chosenOutcome(draft: OutcomeDraft): ChosenOutcome | null {
  if (draft.code === null || problemOf(draft)) return null;
  const note = draft.note.trim();
  return { code: draft.code, ...(note !== '' && { note }) };
}
