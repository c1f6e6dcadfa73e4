import { isEndStatus } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { Side } from './board-order.queries.ts';

const clockColumns = {
  responded_timestamp: 'timestamptz',
  due_timestamp: 'timestamptz',
  response_hours: 'smallint',
  next_reminder_timestamp: 'timestamptz',
  reminders_sent: 'smallint',
  overdue_counted: 'boolean',
  stall_timestamp: 'timestamptz',
  stall_reminders: 'smallint',
  confirmation_timestamp: 'timestamptz',
  confirmation_repeated: 'boolean',
} as const;

/** When a request stalls if the providing side does nothing from now on. */
const stallTime = sql`now() + make_interval(days => (select s.stall_days::integer from services s where s.id = service_id))`;

/**
 * The clock's columns after a move by an organization. Only the providing side stops the promise; a request that becomes
 * REQUESTED again gets a new one.
 */
export function clockAfter(target: ServiceRequestStatus, organizationId: number): RawBuilder<unknown> {
  if (target === 'REQUESTED') return sql`${newPromise}, ${noStall}, ${noConfirmation}, ${notDeclined}`;
  const provides = sql`provider_id = ${organizationId}`;
  const responded = sql`responded_timestamp = case when ${provides} then coalesce(responded_timestamp, now())
    else responded_timestamp end`;
  if (isEndStatus(target)) {
    return sql`${responded}, next_reminder_timestamp = null, ${noStall}, ${noConfirmation},
      ${target === 'CANCELLED' ? declinedIf(sql`${provides} and organization_id <> provider_id`) : notDeclined}`;
  }
  return sql`${responded}, ${notDeclined},
    next_reminder_timestamp = case when not ${provides} then next_reminder_timestamp end,
    stall_timestamp = case when ${provides} then ${stallTime} else coalesce(stall_timestamp, ${stallTime}) end,
    stall_reminders = case when ${provides} then 0 else stall_reminders end,
    ${target === 'PENDING' ? newConfirmation : noConfirmation}`;
}

const hours = sql`(select s.response_hours::integer from services s where s.id = service_id)`;
const newPromise = sql`responded_timestamp = null, response_hours = ${hours},
  due_timestamp = now() + make_interval(hours => ${hours}),
  next_reminder_timestamp = now() + make_interval(hours => ${hours}) / 2, reminders_sent = 0, overdue_counted = false`;
const noStall = sql`stall_timestamp = null, stall_reminders = 0`;
/** The sender has a day to refer the member elsewhere before the member is told. */
const declinedIf = (condition: RawBuilder<unknown>) => sql`declined = ${condition},
  decline_text_timestamp = case when ${condition} then now() + interval '24 hours' end`;
const notDeclined = sql`declined = false, decline_text_timestamp = null`;
const noConfirmation = sql`confirmation_timestamp = null, confirmation_repeated = false`;
const newConfirmation = sql`confirmation_timestamp = case when status = 'PENDING' then confirmation_timestamp else now() end,
  confirmation_repeated = (status = 'PENDING' and confirmation_repeated)`;

/** What an assignment or a comment by the providing side changes in the clock. */
export const providerActed = sql`next_reminder_timestamp = null, stall_reminders = 0,
  responded_timestamp = case when status in ('COMPLETED', 'CANCELLED') then responded_timestamp
    else coalesce(responded_timestamp, now()) end,
  stall_timestamp = case when status in ('OPEN', 'IN_PROGRESS', 'PENDING') then ${stallTime} end`;

/** What the member's answer by text changes in the clock, when it doesn't move the request. */
export const memberAnswered = sql`next_reminder_timestamp = null,
  responded_timestamp = coalesce(responded_timestamp, now()), ${noConfirmation}`;

/** The clock as JSON, for an undo. */
export const clockJson = sql.raw(
  `jsonb_build_object(${Object.keys(clockColumns)
    .map((column) => `'${column}', ${column}`)
    .join(', ')})`,
);

/** Restores the clock that an undo kept. */
export const undoneClock = sql.raw(
  Object.entries(clockColumns)
    .map(([column, type]) => `${column} = (undo #>> '{clock,${column}}')::${type}`)
    .join(', '),
);

/** Requests that time made overdue or stalled since the job last counted them, from an index that holds only them. */
export const newlyMarked = {
  overdue: sql`responded_timestamp is null and not overdue_counted and due_timestamp < now()
    and status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING')`,
  stalled: sql`stall_reminders = 0 and stall_timestamp < now()`,
};

/** How many requests time has marked on a side: those that the job has counted, and the few since. */
export function countMarked(
  mark: keyof typeof newlyMarked,
  side: Side,
  organizationId: RawBuilder<unknown>,
  counted: RawBuilder<unknown> = sql`select sum(change) from service_request_counts
    where organization_id = ${organizationId} and side = ${sql.lit(side)} and status = ${sql.lit(mark)}`,
): RawBuilder<number> {
  const column = sql.raw(side === 'outgoing' ? 'organization_id' : 'provider_id');
  return sql`(coalesce((${counted}), 0) + (select count(*) from (
      select ${column} from service_requests where ${newlyMarked[mark]} offset 0) newly
    where newly.${column} = ${organizationId}))::bigint`;
}

/** Names this database among all others: a dump that is restored elsewhere doesn't bring it along. */
export async function findDatabaseId(db: Executor): Promise<string> {
  const { id } = await sql<{ id: string }>`
    select system_identifier || '/' || oid as id from pg_control_system(), pg_database
    where datname = current_database()`.one(db);
  return id;
}
