import type { Tx } from '../../db/database.ts';
import { addJobFor } from '../../db/jobs.commands.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { needsYouChanged, notify, notifyRequestSql } from '../events/events.commands.ts';
import { peopleOf } from './request-people.queries.ts';

/**
 * Tells the people who sent these requests that nobody will take care of them anymore: their provider was suspended or
 * their service deleted. Open screens reload them.
 */
export async function tellSenders(tx: Tx, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    with waiting as (
      select r.* from service_requests r
      where ${which} and r.status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING')
    ),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select 'request-unavailable', u.id, l.email, jsonb_build_object('serviceRequestId', r.id)
      from waiting r cross join lateral (${peopleOf('sending')}) u
        join logins l on l.user_id = u.id and l.verified_timestamp is not null
      returning id
    ),
    jobs as (${addJobFor('mails', 'send-email', sql`json_build_object('emailId', id)`)})
    select ${notifyRequestSql('r')} from waiting r, (select count(*) from jobs) queued`.run(tx);
}

/** Their requests no longer need another provider. */
export async function tellSendersOfReturn(tx: Tx, providerId: number): Promise<void> {
  const senders = await sql<{ id: number }>`
    select distinct organization_id as id from service_requests
    where provider_id = ${providerId} and status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING')`.many(tx);
  await notify(tx, [{ event: needsYouChanged, organizations: senders.map(({ id }) => id), data: {} }]);
}
