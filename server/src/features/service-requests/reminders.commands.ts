import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { addJobFor } from '../../db/jobs.commands.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { notifyRequests } from '../../records/events/events.commands.ts';
import { peopleOf } from '../../records/service-requests/request-people.queries.ts';
import { isOneOf } from './is-one-of.queries.ts';
import { hasNotEnded } from './service-request-row.queries.ts';

const batch = 200;

/** Reminders that a request gets one after the other, as SQL over row r, or over row due with its `stage`. */
interface Reminders {
  isDue: RawBuilder<boolean>;
  /** The stage that r has reached, from 1. */
  stage: RawBuilder<number>;
  /** Each stage's name in the timeline and in the kind of its emails. */
  names: readonly string[];
  /** Who gets the stage of row due: ids of users with their organization. */
  people: RawBuilder<unknown>;
  /** The columns that say which stage r has had. */
  done: RawBuilder<unknown>;
}

const adminsOf = (organization: string, stage: number) => sql`
  select u.id, u.organization_id from users u where due.stage = ${sql.lit(stage)} and u.user_type = 'ADMIN'
    and u.status = 'ACTIVE' and u.organization_id = due.${sql.raw(organization)}`;

const twice = sql`r.due_timestamp + make_interval(hours => r.response_hours)`;

/**
 * Until the providing side responds. At half the time, the people whose request it is there. When due, the admins of
 * the providing organization. At twice the time, the person who sent the request, or nobody if it came from a form.
 */
const responseReminders: Reminders = {
  isDue: sql`r.next_reminder_timestamp <= now() and r.responded_timestamp is null and ${hasNotEnded}`,
  stage: sql`case when now() >= ${twice} then 3 when now() >= r.due_timestamp then 2 else 1 end`,
  names: ['half', 'due', 'twice'],
  people: sql`
    select * from (${peopleOf('providing', 'due')}) p where due.stage = 1
    union all ${adminsOf('provider_id', 2)}
    union all
    select u.id, u.organization_id from users u
    where due.stage = 3 and u.id = due.created_by and u.organization_id = due.organization_id
      and u.user_type <> 'PATIENT' and u.status = 'ACTIVE'`,
  done: sql`reminders_sent = due.stage,
    next_reminder_timestamp = case due.stage when 1 then r.due_timestamp when 2 then ${twice} end`,
};

const stalledTwice = sql`r.stall_timestamp + make_interval(days => (
  select s.stall_days::integer from services s where s.id = r.service_id))`;

/**
 * Accepted, then nothing. First the people whose request it is at the providing organization; after twice the time its
 * admins and the people whose request it is at the sending one.
 */
const stallReminders: Reminders = {
  isDue: sql`r.stall_timestamp <= now() and (r.stall_reminders = 0 or r.stall_reminders = 1 and ${stalledTwice} <= now())`,
  stage: sql`case when now() >= ${stalledTwice} then 2 else 1 end`,
  names: ['stalled', 'stalled-twice'],
  people: sql`
    select * from (${peopleOf('providing', 'due')}) p where due.stage = 1
    union (${adminsOf('provider_id', 2)} union select * from (${peopleOf('sending', 'due')}) p where due.stage = 2)`,
  done: sql`stall_reminders = due.stage`,
};

/**
 * Sends each reminder once: its row stays locked until the mail is queued. Of several stages that passed, as while no
 * worker ran, only the latest is sent. Refused and suspended organizations get none, also later.
 */
export async function sendReminders(db: Database): Promise<void> {
  for (const reminders of [responseReminders, stallReminders]) {
    while ((await transaction(db, (tx) => remindSome(tx, reminders))) === batch);
  }
}

/** Passes over every reminder that is due by now. */
export async function skipReminders(tx: Tx): Promise<void> {
  for (const reminders of [responseReminders, stallReminders]) await advance(tx, reminders, reminders.isDue);
}

interface DueRow {
  id: number;
  organization_id: number;
  provider_id: number;
  status: string;
  version: number;
  silent: boolean;
}

async function remindSome(tx: Tx, reminders: Reminders): Promise<number> {
  const due = await sql<DueRow>`
    select r.id, r.organization_id, r.provider_id, r.status, r.version, exists (
      select from organizations o where o.id in (r.organization_id, r.provider_id) and ${isClosedRow('o')}) as silent
    from service_requests r where ${reminders.isDue}
    order by r.id limit ${batch} for update of r skip locked`.many(tx);
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const awake = due.filter(({ silent }) => !silent);
  await mailReminders(
    tx,
    reminders,
    awake.map(({ id }) => id),
  );
  await advance(tx, reminders, isOneOf('r.id', ids));
  await notifyRequests(tx, awake);
  return ids.length;
}

/** Queues the mails of these requests, with an entry in their timelines. */
async function mailReminders(tx: Tx, { stage, names, people }: Reminders, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const name = sql`(${names}::text[])[stage]`;
  await sql`
    with due as (select r.*, ${stage} as stage from service_requests r where ${isOneOf('r.id', ids)}),
    people as (
      select due.id, due.stage, u.organization_id as told_id, u.id as user_id, l.email
      from due cross join lateral (${people}) u
        join logins l on l.user_id = u.id and l.verified_timestamp is not null
    ),
    recorded as (
      insert into audit_log (organization_id, action, entity_type, entity_id, detail)
      select told_id, 'service-request.remind', 'service-request', id, jsonb_build_object('reminder', ${name})
      from people group by id, stage, told_id order by id, told_id
    ),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select 'request-reminder-' || ${name}, user_id, email, jsonb_build_object('serviceRequestId', id) from people
      returning id
    )
    ${addJobFor('mails', 'send-email', sql`json_build_object('emailId', id)`)}`.run(tx);
}

async function advance(db: Executor, { stage, done }: Reminders, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update service_requests r set ${done} from (select r.id, ${stage} as stage from service_requests r where ${which}) due
    where r.id = due.id`.run(db);
}
