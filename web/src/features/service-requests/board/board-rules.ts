import type { BoardSearch } from '../service-requests.api.ts';

/** What matters most among the requests of a list. */
export interface BoardEmphasis {
  /** If every row is completed, the completion date matters most. */
  keepsDate: boolean;
  /** The due time, if requests wait for a response: among overdue ones it matters more than the time in the status. */
  due: 'beside' | 'instead' | null;
  /** Requests of the list may have ended, so it shows how. */
  showsOutcome: boolean;
}

/** `waits`: some request of the list waits for a response, or was declined before the eyes of the person. */
export function boardEmphasis(
  { status, mark, name }: Pick<BoardSearch, 'status' | 'mark' | 'name'>,
  waits: boolean,
): BoardEmphasis {
  // A search also finds cancelled requests.
  const ends = status === 'COMPLETED' || status === 'CANCELLED' || status === null || name !== '';
  const due = mark === 'overdue' ? 'instead' : status === 'REQUESTED' || waits ? 'beside' : null;
  return { keepsDate: status === 'COMPLETED', due, showsOutcome: ends && (mark === null || mark === 'declined') };
}

/** When the columns of times give way to others; those without a number always show. */
export function columnHides({ keepsDate, due }: BoardEmphasis) {
  return {
    time: keepsDate ? { hides: 5 } : due === null ? {} : { hides: 0 },
    completed: keepsDate ? {} : { hides: 1 },
  };
}

/** A selected request that is touched again is newer. */
export function selectRows<Row extends { id: number }>(before: ReadonlyMap<number, Row>, touched: Row[], on: boolean) {
  const next = new Map(before);
  for (const row of touched) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}
