import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

const clockColumns = {
  due_timestamp: 'timestamptz',
  response_hours: 'smallint',
  next_reminder_timestamp: 'timestamptz',
  reminders_sent: 'smallint',
  overdue_counted: 'boolean',
} as const;

/**
 * The clock's columns after a move: a request that becomes REQUESTED again gets a new promise. Others keep theirs for
 * the metrics, without further reminders.
 */
export function clockAfter(target: ServiceRequestStatus): RawBuilder<unknown> {
  if (target !== 'REQUESTED') return sql`next_reminder_timestamp = null`;
  const hours = sql`(select s.response_hours::integer from services s where s.id = service_id)`;
  return sql`response_hours = ${hours}, due_timestamp = now() + make_interval(hours => ${hours}),
    next_reminder_timestamp = now() + make_interval(hours => ${hours}) / 2, reminders_sent = 0, overdue_counted = false`;
}

/** The clock as JSON, for an undo. */
export const clockJson = sql.raw(
  `jsonb_build_object(${Object.keys(clockColumns)
    .map((column) => `'${column}', ${column}`)
    .join(', ')})`,
);

/** Restores the clock that an undo kept; a move of an earlier version kept none. */
export const undoneClock = sql.raw(
  Object.entries(clockColumns)
    .map(([column, type]) => {
      const kept = `(undo #>> '{clock,${column}}')::${type}`;
      return `${column} = case when undo ? 'clock' then ${kept} else ${column} end`;
    })
    .join(', '),
);

/**
 * How many overdue requests a side has: those that the job has counted, and those that became overdue since, from an
 * index that holds only them.
 */
export function overdueCount(side: 'outgoing' | 'incoming', organizationId: RawBuilder<unknown>): RawBuilder<number> {
  const column = sql.raw(side === 'outgoing' ? 'organization_id' : 'provider_id');
  return sql`((select coalesce(sum(change), 0) from overdue_request_counts
      where organization_id = ${organizationId} and side = ${sql.lit(side)})
    + (select count(*) from (
        select ${column} from service_requests
        where status = 'REQUESTED' and not overdue_counted and due_timestamp < now() offset 0) newly
      where newly.${column} = ${organizationId}))::bigint`;
}

/** Names this database among all others: a dump that is restored elsewhere doesn't bring it along. */
export async function findDatabaseId(db: Executor): Promise<string> {
  const { id } = await sql<{ id: string }>`
    select system_identifier || '/' || oid as id from pg_control_system(), pg_database
    where datname = current_database()`.one(db);
  return id;
}
