import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { addJobFor } from '../../db/jobs.commands.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { notifyRequests } from '../../records/events/events.commands.ts';
import { isOneOf } from './is-one-of.queries.ts';

const batch = 200;

/** The stage that row r has reached: half the time, the due time, or twice the time. */
const stage = sql.raw(`case when now() >= r.due_timestamp + make_interval(hours => r.response_hours) then 3
  when now() >= r.due_timestamp then 2 else 1 end`);

const isDue = sql`r.status = 'REQUESTED' and r.next_reminder_timestamp <= now()`;

/**
 * Sends each reminder once: its row stays locked until the mail is queued. Of several stages that passed, as while no
 * worker ran, only the latest is sent. Refused and suspended organizations get none, also later.
 */
export async function sendReminders(db: Database): Promise<void> {
  while ((await transaction(db, remindSome)) === batch);
}

/** Passes over every reminder that is due by now. */
export function skipReminders(tx: Tx): Promise<void> {
  return advance(tx, isDue);
}

interface DueRow {
  id: number;
  organization_id: number;
  provider_id: number;
  status: string;
  version: number;
  silent: boolean;
}

async function remindSome(tx: Tx): Promise<number> {
  const due = await sql<DueRow>`
    select r.id, r.organization_id, r.provider_id, r.status, r.version, exists (
      select from organizations o where o.id in (r.organization_id, r.provider_id) and ${isClosedRow('o')}) as silent
    from service_requests r where ${isDue}
    order by r.next_reminder_timestamp limit ${batch} for update of r skip locked`.many(tx);
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const told = await mailReminders(
    tx,
    due.filter(({ silent }) => !silent).map(({ id }) => id),
  );
  await advance(tx, isOneOf('r.id', ids));
  await notifyRequests(
    tx,
    due.filter(({ id }) => told.includes(id)),
  );
  return ids.length;
}

/** Queues the mails of these requests, with an entry in their timelines. Returns the requests with anyone to tell. */
async function mailReminders(tx: Tx, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{ id: number }>`
    with due as (select r.*, ${stage} as stage from service_requests r where ${isOneOf('r.id', ids)}),
    people as (
      select due.id, due.stage, case due.stage when 3 then due.organization_id else due.provider_id end as told_id,
        u.id as user_id, l.email
      from due cross join lateral (${staffToTell}) u
        join logins l on l.user_id = u.id and l.verified_timestamp is not null
    ),
    recorded as (
      insert into audit_log (organization_id, action, entity_type, entity_id, detail)
      select told_id, 'service-request.remind', 'service-request', id,
        jsonb_build_object('reminder', (array['half', 'due', 'twice'])[stage])
      from people group by id, stage, told_id order by id
    ),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select 'request-reminder-' || (array['half', 'due', 'twice'])[stage], user_id, email,
        jsonb_build_object('serviceRequestId', id) from people
      returning id
    ),
    jobs as (${addJobFor('mails', 'send-email', sql`json_build_object('emailId', id)`)})
    select people.id from people, (select count(*) from jobs) queued group by people.id`.many(tx);
  return rows.map(({ id }) => id);
}

/**
 * Who gets each reminder. At half the time (stage 1): the assignee, or without an active one, the people who get email
 * about the service. When due (2): the admins of the providing organization. At twice the time (3): the person who sent
 * the request, or nobody if it came from a form.
 */
const staffToTell = sql`
  select u.id from users u left join email_preferences e on e.user_id = u.id and e.service_id = due.service_id
  where due.stage = 1 and u.organization_id = due.provider_id and u.user_type <> 'PATIENT' and u.status = 'ACTIVE'
    and case when exists (select from users a where a.id = due.assignee_id and a.status = 'ACTIVE')
      then u.id = due.assignee_id else coalesce(e.is_email_required, u.user_type = 'ADMIN') end
  union all
  select u.id from users u
  where due.stage = 2 and u.organization_id = due.provider_id and u.user_type = 'ADMIN' and u.status = 'ACTIVE'
  union all
  select u.id from users u
  where due.stage = 3 and u.id = due.created_by and u.organization_id = due.organization_id
    and u.user_type <> 'PATIENT' and u.status = 'ACTIVE'`;

async function advance(db: Executor, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update service_requests r set reminders_sent = ${stage}, next_reminder_timestamp = case ${stage}
      when 1 then r.due_timestamp when 2 then r.due_timestamp + make_interval(hours => r.response_hours) end
    where ${which}`.run(db);
}
