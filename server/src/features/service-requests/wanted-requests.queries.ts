import { batched } from '../../db/batched.ts';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { isSeen } from './service-request-row.queries.ts';

interface Wanted {
  organizationId: number;
  id: number;
}

/** The most requests that one statement reads, so that none waits for many others. */
const maxWanted = 16;

/** The organization that wants to read the row. */
export const viewer = sql.raw('wanted.viewer_id');

/**
 * Makes a function that reads a text of a request, for concurrent calls with one statement; null if the organization
 * isn't a side of the request. `text` is SQL over row r of service_requests, with `joins`, for `viewer`.
 */
export function requestReader(text: RawBuilder<string>, joins: RawBuilder<unknown> = sql``) {
  const find = batched(async (db: Executor, wanted: Wanted[]): Promise<(string | null)[]> => {
    const ids = wanted.map(({ id }) => id);
    const viewerIds = wanted.map(({ organizationId }) => organizationId);
    // Without the inner selects, PostgreSQL would plan anew for every length of the lists.
    const rows = await sql<{ position: number; text: string }>`
      select wanted.position, ${text} as text
      from unnest((select ${ids}::bigint[]), (select ${viewerIds}::bigint[])) with ordinality
        as wanted (id, viewer_id, position)
      join service_requests r on ${isSeen(viewer, sql.raw('wanted.id'))}
      ${joins}`.many(db);
    const found = new Map(rows.map((row) => [row.position, row.text]));
    return wanted.map((_, index) => found.get(index + 1) ?? null);
  }, maxWanted);
  return (db: Executor, organizationId: number, id: number) => find(db, { organizationId, id });
}
