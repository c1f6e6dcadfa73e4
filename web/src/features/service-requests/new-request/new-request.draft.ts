import { readDraft as readText, writeDraft } from '../../../lib/draft-store.ts';
import { isResumed } from '../../../lib/session-end.ts';
import { emptyRequest, type KnownMember, type NewRequestValues } from './new-request.values.ts';

/** The stored part of an unfinished form. Files can't be stored; the name says that there was one. */
export interface NewRequestDraft {
  values: NewRequestValues;
  known: KnownMember | null;
  fileName: string | null;
  /** The Idempotency-Key of each service: even a retry after a reload creates nothing twice. */
  keys: Record<string, string>;
}

export function readDraft(memberId: number | null): NewRequestDraft | null {
  try {
    const stored = JSON.parse(readText(nameOf(memberId)) || 'null') as Partial<NewRequestDraft> | null;
    if (!stored?.values) return null;
    const { values, known = null, fileName = null, keys = {} } = stored;
    return { values: { ...emptyRequest, ...values }, known, fileName, keys };
  } catch {
    return null;
  }
}

/** Whether the form opens on its own, because it was open when the session ended. */
export function resumesDraft(memberId: number | null): boolean {
  return isResumed() && readDraft(memberId) !== null;
}

export function keepDraft(memberId: number | null, draft: NewRequestDraft): void {
  void writeDraft(nameOf(memberId), JSON.stringify(draft), 'browser');
}

export function forgetDraft(memberId: number | null): void {
  void writeDraft(nameOf(memberId), '', 'browser');
}

/** A form opened for one member has its own draft. */
function nameOf(memberId: number | null): string {
  return `new-service-request${memberId === null ? '' : `.${memberId}`}`;
}
