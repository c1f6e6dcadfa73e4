import { readDraft, writeDraft } from '../../../lib/draft-store.ts';

/** A screening that is not sent yet. It stays in this tab, under its writer. */
export interface ScreeningDraft {
  surveyId: number;
  answers: Record<string, unknown>;
}

const nameOf = (memberId: number) => `screening.${memberId}`;

export function readScreening(memberId: number): ScreeningDraft | null {
  try {
    const stored = JSON.parse(readDraft(nameOf(memberId)) || 'null') as Partial<ScreeningDraft> | null;
    if (typeof stored?.surveyId !== 'number' || typeof stored.answers !== 'object') return null;
    return stored as ScreeningDraft;
  } catch {
    return null;
  }
}

export function keepScreening(memberId: number, draft: ScreeningDraft): void {
  writeDraft(nameOf(memberId), JSON.stringify(draft));
}

export function forgetScreening(memberId: number): void {
  writeDraft(nameOf(memberId), '');
}
