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

export function boardEmphasis({
  status,
  overdue,
  name,
}: Pick<BoardSearch, 'status' | 'overdue' | 'name'>): BoardEmphasis {
  // A search also finds cancelled requests.
  const ends = status === 'COMPLETED' || status === 'CANCELLED' || status === null || name !== '';
  const due = overdue ? 'instead' : status === 'REQUESTED' ? 'beside' : null;
  return { keepsDate: status === 'COMPLETED', due, showsOutcome: ends && !overdue };
}

/** When the columns of times give way to others; those without a number always show. */
export function columnHides({ keepsDate, due }: BoardEmphasis) {
  return {
    due: due === 'beside' ? { hides: 0 } : {},
    time: keepsDate ? { hides: 5 } : due === 'instead' ? { hides: 0 } : {},
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
