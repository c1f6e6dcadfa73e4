import type { Answers } from './engine.ts';

/** Submitted answers that haven't arrived yet. The key and the answers don't change until they have. */
export interface Pending {
  key: string;
  version: number;
  answers: Answers;
  language: string;
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

/** Stores a form's answers on a personal phone for 24 hours. On other devices it does nothing. */
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

  /** Returns whether it was stored: the storage may be full or blocked. */
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
      // Storage is blocked, so there is nothing to delete.
    }
  }
}

/** Covers every form, because a person may never return to the others. */
function forgetOldDrafts(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      const savedAt = savedAtOf(localStorage.getItem(key));
      if (!(savedAt > Date.now() - keptMs)) localStorage.removeItem(key);
    }
  } catch {
    // Storage may be blocked.
  }
}

function savedAtOf(text: string | null): number {
  try {
    return Number((JSON.parse(text ?? 'null') as Draft | null)?.savedAt);
  } catch {
    return Number.NaN;
  }
}
