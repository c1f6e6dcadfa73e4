import { emptyRequest, type KnownMember, type NewRequestValues } from './new-service-request.values.ts';

/** What is kept of an unfinished form. Files cannot be kept; the name says that there was one. */
export interface NewRequestDraft {
  values: NewRequestValues;
  known: KnownMember | null;
  fileName: string | null;
  /** The Idempotency-Key of each service: a retry after a reload creates nothing twice either. */
  keys: Record<string, string>;
}

export interface DraftOwner {
  userId: number;
  /** A form for one member has its own draft. */
  memberId: number | null;
}

export function readDraft(owner: DraftOwner): NewRequestDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null') as Partial<NewRequestDraft> | null;
    if (!stored?.values) return null;
    const { values, known = null, fileName = null, keys = {} } = stored;
    return { values: { ...emptyRequest, ...values }, known, fileName, keys };
  } catch {
    return null;
  }
}

export function keepDraft(owner: DraftOwner, draft: NewRequestDraft): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(draft));
  } catch {
    // Storage may be full or switched off; the form then lives as long as the page.
  }
}

export function forgetDraft(owner: DraftOwner): void {
  localStorage.removeItem(keyOf(owner));
}

function keyOf({ userId, memberId }: DraftOwner): string {
  return `kinbridge.draft.${userId}.new-service-request${memberId === null ? '' : `.${memberId}`}`;
}
