import type { Answers } from './engine.ts';

/** Answers that were sent off and have not arrived yet; key and answers stay the same until they have. */
export interface Pending {
  key: string;
  version: number;
  answers: Answers;
}

export interface Draft {
  version: number;
  answers: Answers;
  page: number;
  language: string;
  savedAt: number;
  pending?: Pending;
}

const prefix = 'kinbridge.form.';
const keptMs = 24 * 60 * 60 * 1000;

/** What is kept of a form on somebody's own phone, for 24 hours. Elsewhere nothing is, and all of it is a no-op. */
export class DraftStore {
  readonly #key: string;
  readonly #own: boolean;

  constructor(uniqueSurveyId: string, own: boolean) {
    this.#key = prefix + uniqueSurveyId;
    this.#own = own;
    forgetOldDrafts();
  }

  read(): Draft | null {
    if (!this.#own) return null;
    try {
      const draft = JSON.parse(localStorage.getItem(this.#key) ?? 'null') as Draft | null;
      return draft && typeof draft.answers === 'object' ? draft : null;
    } catch {
      return null;
    }
  }

  /** Whether it is kept: a phone may be full, or forbid it. */
  write(draft: Omit<Draft, 'savedAt'>): boolean {
    if (!this.#own) return false;
    try {
      localStorage.setItem(this.#key, JSON.stringify({ ...draft, savedAt: Date.now() } satisfies Draft));
      return true;
    } catch {
      return false;
    }
  }

  wipe(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Where nothing can be kept, nothing is.
    }
  }
}

/** Of every form, not only of the one that is open: nobody may come back to it. */
function forgetOldDrafts(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      const savedAt = savedAtOf(localStorage.getItem(key));
      if (!(savedAt > Date.now() - keptMs)) localStorage.removeItem(key);
    }
  } catch {
    // Storage may be closed to us.
  }
}

function savedAtOf(text: string | null): number {
  try {
    return Number((JSON.parse(text ?? 'null') as Draft | null)?.savedAt);
  } catch {
    return Number.NaN;
  }
}
