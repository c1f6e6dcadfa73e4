import { draftKey } from '../../lib/use-draft.ts';
import { emptyRequest, type KnownMember, type NewRequestValues } from './new-service-request.values.ts';

/** What is kept of an unfinished form. Files cannot be kept; the name says that there was one. */
export interface NewRequestDraft {
  values: NewRequestValues;
  known: KnownMember | null;
  fileName: string | null;
  /** The Idempotency-Key of each service: a retry after a reload creates nothing twice either. */
  keys: Record<string, string>;
}

export function readDraft(memberId: number | null): NewRequestDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? 'null') as Partial<NewRequestDraft> | null;
    if (!stored?.values) return null;
    const { values, known = null, fileName = null, keys = {} } = stored;
    return { values: { ...emptyRequest, ...values }, known, fileName, keys };
  } catch {
    return null;
  }
}

export function keepDraft(memberId: number | null, draft: NewRequestDraft): void {
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(draft));
  } catch {
    // Storage may be full or switched off; the form then lives as long as the page.
  }
}

export function forgetDraft(memberId: number | null): void {
  localStorage.removeItem(keyOf(memberId));
}

/** A form that was opened for one member has a draft of its own. */
function keyOf(memberId: number | null): string {
  return draftKey(`new-service-request${memberId === null ? '' : `.${memberId}`}`);
}
