import type { AppContext } from '../../app-context.ts';
import { type Executor, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { needsYouChanged, notify } from '../../records/events/events.commands.ts';
import { isOneOf } from './is-one-of.queries.ts';
import { textMembers } from './request-messages.commands.ts';

const batch = 200;

/** The member was asked three days ago whether help arrived, and neither they nor staff have said so. */
const isDue = (
  at: Date | null,
) => sql`r.confirmation_timestamp <= coalesce(${at}::timestamptz, now()) - interval '72 hours'
  and not r.confirmation_repeated and r.status = 'PENDING'`;

/**
 * Asks members once more whether help arrived, between 8:00 and 21:00 on the providing organization's clock. Whoever
 * couldn't be texted the first time isn't asked, so nobody waits for their answer. `at` shifts the time in tests.
 */
export async function repeatConfirmations(app: Pick<AppContext, 'db' | 'config'>, at: Date | null = null) {
  while ((await transaction(app.db, (tx) => repeatSome(tx, app.config, at))) === batch);
}

/**
 * Has the items counted of those whose members haven't answered for a week. Counting again changes nothing, so a few
 * minutes are looked at, in case a run comes late.
 */
export async function notifyUnanswered(db: Executor): Promise<void> {
  const organizations = await sql<{ id: number }>`
    select distinct provider_id as id from service_requests where confirmation_timestamp is not null
      and confirmation_timestamp between now() - interval '168 hours 5 minutes' and now() - interval '168 hours'`.many(
    db,
  );
  if (organizations.length === 0) return;
  await notify(db, [{ event: needsYouChanged, organizations: organizations.map(({ id }) => id), data: {} }]);
}

/** Tells members of a decline a day later, in the same hours, unless a request follows it. */
export async function textDeclined(app: Pick<AppContext, 'db' | 'config'>, at: Date | null = null) {
  while ((await transaction(app.db, (tx) => textSomeDeclined(tx, app.config, at))) === batch);
}

/** Tells the member of a decline with the next run of the clock, since nobody refers them elsewhere. */
export async function tellOfDecline(tx: Tx, id: number): Promise<void> {
  await sql`update service_requests set decline_text_timestamp = least(decline_text_timestamp, now())
    where id = ${id} and decline_text_timestamp is not null`.run(tx);
}

/** Passes over every text that is due by now. */
export async function skipWaitingTexts(db: Executor): Promise<void> {
  await sql`update service_requests r set confirmation_repeated = true where ${isDue(null)}`.run(db);
  await sql`update service_requests set decline_text_timestamp = null where decline_text_timestamp <= now()`.run(db);
}

/** On the clock of the providing organization o. */
const isDaytime = (at: Date | null) =>
  sql`(coalesce(${at}::timestamptz, now()) at time zone o.time_zone)::time between '08:00' and '20:59:59.999'`;

async function repeatSome(tx: Tx, config: AppContext['config'], at: Date | null): Promise<number> {
  const due = await sql<{ id: number; asked: boolean }>`
    select r.id, exists (select from sms_messages m where m.service_request_id = r.id and m.kind = 'confirmation'
      and m.state <> 'skipped' and m.create_timestamp >= r.confirmation_timestamp) as asked
    from service_requests r join organizations o on o.id = r.provider_id
    where ${isDue(at)} and ${isDaytime(at)}
    order by r.id limit ${batch} for update of r skip locked`.many(tx);
  const idsOf = (asked: boolean) => due.filter((row) => row.asked === asked).map(({ id }) => id);
  if (due.length === 0) return 0;
  await sql`update service_requests set confirmation_repeated = true where ${isOneOf('id', idsOf(true))}`.run(tx);
  await sql`update service_requests set confirmation_timestamp = null where ${isOneOf('id', idsOf(false))}`.run(tx);
  await textMembers(tx, config, idsOf(true), { key: 'service_request_confirmation_patient' });
  return due.length;
}

async function textSomeDeclined(tx: Tx, config: AppContext['config'], at: Date | null): Promise<number> {
  const due = await sql<{ id: number; followed: boolean }>`
    select r.id, exists (select from service_requests next where next.follows_id = r.id) as followed
    from service_requests r join organizations o on o.id = r.provider_id
    where r.decline_text_timestamp <= coalesce(${at}::timestamptz, now()) and ${isDaytime(at)}
    order by r.id limit ${batch} for update of r skip locked`.many(tx);
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  await sql`update service_requests set decline_text_timestamp = null where ${isOneOf('id', ids)}`.run(tx);
  const alone = due.filter(({ followed }) => !followed).map(({ id }) => id);
  await textMembers(tx, config, alone, { key: 'service_request_declined_patient' });
  return due.length;
}
