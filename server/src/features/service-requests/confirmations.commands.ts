import type { AppContext } from '../../app-context.ts';
import { type Executor, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
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

/** Passes over every text that is due by now. */
export async function skipConfirmations(db: Executor): Promise<void> {
  await sql`update service_requests r set confirmation_repeated = true where ${isDue(null)}`.run(db);
}

async function repeatSome(tx: Tx, config: AppContext['config'], at: Date | null): Promise<number> {
  const due = await sql<{ id: number; asked: boolean }>`
    select r.id, exists (select from sms_messages m where m.service_request_id = r.id and m.kind = 'confirmation'
      and m.state <> 'skipped' and m.create_timestamp >= r.confirmation_timestamp) as asked
    from service_requests r join organizations o on o.id = r.provider_id
    where ${isDue(at)}
      and (coalesce(${at}::timestamptz, now()) at time zone o.time_zone)::time between '08:00' and '20:59:59.999'
    order by r.id limit ${batch} for update of r skip locked`.many(tx);
  const idsOf = (asked: boolean) => due.filter((row) => row.asked === asked).map(({ id }) => id);
  if (due.length === 0) return 0;
  await sql`update service_requests set confirmation_repeated = true where ${isOneOf('id', idsOf(true))}`.run(tx);
  await sql`update service_requests set confirmation_timestamp = null where ${isOneOf('id', idsOf(false))}`.run(tx);
  await textMembers(tx, config, idsOf(true), { key: 'service_request_confirmation_patient' });
  return due.length;
}
