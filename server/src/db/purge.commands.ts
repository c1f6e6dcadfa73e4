import type { Database } from './database.ts';
import { sql } from './sql.ts';

/** Removes what has expired. Nothing that anybody could still use or should still see. */
export async function purgeExpired(db: Database): Promise<void> {
  await sql`delete from attempts where not exists (
    select from unnest(times) t where t > now() - interval '1 hour')`.execute(db);
  await sql`delete from address_counts where minute < extract(epoch from now()) / 60 - 60`.execute(db);
  await sql`delete from device_tokens where used_timestamp < now() - interval '180 days'`.execute(db);
  await sql`delete from idempotency_keys where create_timestamp < now() - interval '7 days'`.execute(db);
  await sql`delete from email_verifications where expires_timestamp < now() - interval '30 days'`.execute(db);
  await sql`delete from password_resets where expires_timestamp < now()`.execute(db);
  // A process that died during an import left its rows behind; a job may still be working on a recent one.
  await sql`delete from member_upload_rows r where exists (select from member_uploads u where u.id = r.upload_id
    and (u.state in ('done', 'failed') or u.update_timestamp < now() - interval '1 day'))`.execute(db);
  await sql`delete from member_upload_skipped_rows r where exists (select from member_uploads u where u.id = r.upload_id
    and u.update_timestamp < now() - interval '30 days')`.execute(db);
  // For a while longer, so that people read that theirs has expired.
  await sql`delete from invitations where expires_timestamp < now() - interval '30 days'`.execute(db);
  await purgeOutbox(db);
  await sql`delete from sessions s where not exists (
    select from refresh_tokens r where r.session_id = s.id and r.expires_timestamp > now() - interval '7 days')`.execute(
    db,
  );
}

const outboxBatch = 5_000;

/** What was 'sent' while trying Kinbridge out: 30 days of it, and at most the newest 10,000. */
async function purgeOutbox(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from dev_outbox where id in (
        select id from dev_outbox where create_timestamp < now() - interval '30 days'
          or id <= (select id from dev_outbox order by id desc offset 10000 limit 1)
        order by id limit ${outboxBatch})
      returning 1`.execute(db);
    if (rows.length < outboxBatch) return;
  }
}
