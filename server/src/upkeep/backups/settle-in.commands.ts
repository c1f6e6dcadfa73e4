import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Jobs that reach people or other systems. */
const reaching = ['send-email', 'mail-account', 'post-support-message'];

const reason = 'A backup was restored that was taken before it was sent. It may or may not have arrived.';

/**
 * Prepares a restored database for its new place. Sessions end, since some were ended after the backup. Without
 * `sendWaiting` nothing that waited is sent, because the original may have sent it: texts become 'unknown', which staff
 * can resend, mass messages stop, and emails are skipped.
 */
export async function settleIn(db: Executor, { sendWaiting }: { sendWaiting: boolean }): Promise<void> {
  if (!sendWaiting) await stopWaiting(db);
  await sql`update sessions set end_timestamp = now(), end_reason = 'restored' where end_timestamp is null`.run(db);
  await sql`delete from job_workers`.run(db);
  // The row of the backup itself, which was being written; the table is younger than some backups.
  await sql`do $$ begin
    if to_regclass('public.backups') is not null then delete from backups where state = 'running'; end if;
  end $$`.run(db);
  // The next start takes the file store that it finds.
  await sql`delete from settings where name = 'file store'`.run(db);
}

async function stopWaiting(db: Executor): Promise<void> {
  await sql`update campaigns c set stopped_timestamp = now() where stopped_timestamp is null and (
      exists (select from sms_messages s where s.campaign_id = c.id and s.state in ('queued', 'sending'))
      or exists (select from campaign_pieces p where p.campaign_id = c.id))`.run(db);
  await sql`update sms_messages set state = 'unknown', reason = ${reason}, failing_since = null, update_timestamp = now()
    where state in ('queued', 'sending')`.run(db);
  await sql`update emails set state = 'skipped', last_error = 'restored', update_timestamp = now()
    where state in ('queued', 'sending')`.run(db);
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = any(${reaching})`.run(db);
  // Without it, the response clock passes over reminders and digests that were due.
  await sql`delete from settings where name = 'response clock'`.run(db);
}
