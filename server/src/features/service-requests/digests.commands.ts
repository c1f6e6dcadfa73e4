import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import type { Executor } from '../../db/database.ts';
import { addJobFor } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { countMarked } from './response-clock.queries.ts';

/**
 * From 8:00 on each organization's own clock, once a day: mails everyone who wants a digest and has something in it.
 * The day is stored in the same statement, so another process or a restart finds it done. `at` shifts the time in
 * tests.
 */
export async function sendDigests(db: Executor, at: Date | null = null): Promise<void> {
  await sql`
    with today as (${beginDay(at)}),
    people as (
      select u.id as user_id, l.email, figures.*
      from today join users u on u.organization_id = today.id and u.daily_digest and u.status = 'ACTIVE'
          and u.user_type <> 'PATIENT'
        join logins l on l.user_id = u.id and l.verified_timestamp is not null
        cross join lateral (select
          (select count(*) from service_requests r where r.provider_id = today.id and r.status = 'REQUESTED'
            and r.status_timestamp >= today.since) as new,
          ${countMarked('overdue', 'incoming', sql`today.id`)} as overdue,
          (select count(*) from service_requests r where r.assignee_id = u.id and r.provider_id = today.id
            and r.status not in ('COMPLETED', 'CANCELLED')) as assigned) figures
      where not today.closed and figures.new + figures.overdue + figures.assigned > 0
    ),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select 'daily-digest', user_id, email,
        jsonb_build_object('new', new, 'overdue', overdue, 'assigned', assigned) from people
      returning id
    )
    ${addJobFor('mails', 'send-email', sql`json_build_object('emailId', id)`)}`.run(db);
}

/** Counts today's digests as sent. */
export async function skipDigests(db: Executor): Promise<void> {
  await sql`with today as (${beginDay(null)}) select count(*) from today`.run(db);
}

/** Begins the day of organizations where it is past 8:00, with the time of the digest before. */
function beginDay(at: Date | null) {
  const local = sql`(coalesce(${at}::timestamptz, now()) at time zone o.time_zone)`;
  return sql`
    update organizations o set digest_date = ${local}::date
    where ${local}::time >= '08:00' and (o.digest_date is null or o.digest_date < ${local}::date)
    returning o.id, ${isClosedRow('o')} as closed,
      (o.digest_date - 1 + time '08:00') at time zone o.time_zone as since`;
}
