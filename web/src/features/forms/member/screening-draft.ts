import type { Answers } from '../../../../form/engine.ts';
import { mapFiles } from '../../../../form/files.ts';
import { readDraft, writeDraft } from '../../../lib/draft-store.ts';

/** An unsent screening. It stays in this tab, for its author only. */
export interface ScreeningDraft {
  surveyId: number;
  answers: Answers;
  /** Counted from 0. */
  page?: number;
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

/** Without its files if the browser has no room for them. */
export async function keepScreening(memberId: number, draft: ScreeningDraft): Promise<void> {
  if (await writeDraft(nameOf(memberId), JSON.stringify(draft))) return;
  const answers = mapFiles(draft.answers, () => undefined);
  await writeDraft(nameOf(memberId), JSON.stringify({ ...draft, answers }));
}

export function forgetScreening(memberId: number): void {
  writeDraft(nameOf(memberId), '');
}
