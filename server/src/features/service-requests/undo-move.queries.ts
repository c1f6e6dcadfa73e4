import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { isOneOf } from './is-one-of.queries.ts';
import { clockJson, undoneClock } from './response-clock.queries.ts';

/** The portal offers Undo for 5 seconds; the rest allows for slow networks. */
const recently = sql`now() - interval '30 seconds'`;

/** The values a move by this person is about to change. */
export function keepForUndo(userId: number) {
  return sql`jsonb_build_object('by', ${userId}::bigint, 'at', now(), 'from', status,
    'statusTimestamp', status_timestamp, 'memberSaysNo', member_says_no, 'furthestStep', furthest_step,
    'clock', ${clockJson},
    'before', case when (undo ->> 'at')::timestamptz > ${recently} then undo end)`;
}

/** Restores everything a move changes. Moves that ended a request can't be undone. */
export const undoneColumns = sql`status_timestamp = (undo ->> 'statusTimestamp')::timestamptz,
  member_says_no = (undo ->> 'memberSaysNo')::boolean, furthest_step = (undo ->> 'furthestStep')::smallint,
  ${undoneClock}, undo = nullif(undo -> 'before', 'null')`;

/** Requests whose last move is this person's own and recent, with their previous status. */
export async function findUndoableMoves(
  db: Executor,
  userId: number,
  ids: number[],
): Promise<Map<number, ServiceRequestStatus>> {
  const rows = await sql<{ id: number; former: ServiceRequestStatus }>`
    select id, undo ->> 'from' as former from service_requests
    where ${isOneOf('id', ids)} and (undo ->> 'by')::bigint = ${userId} and (undo ->> 'at')::timestamptz > ${recently}`.many(
    db,
  );
  return new Map(rows.map(({ id, former }) => [id, former]));
}
