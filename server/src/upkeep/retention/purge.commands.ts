import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Removes expired data that nobody can use or needs to see. What is kept for days is in retention.ts. */
export async function purgeExpired(db: Database): Promise<void> {
  await sql`delete from attempts where not exists (
    select from unnest(times) t where t > now() - interval '1 hour')`.run(db);
  await sql`delete from address_counts where minute < extract(epoch from now()) / 60 - 60`.run(db);
  await sql`delete from idempotency_keys where create_timestamp < now() - interval '7 days'`.run(db);
  await sql`delete from password_resets where expires_timestamp < now()`.run(db);
  await sql`delete from passkey_challenges where expires_timestamp < now()`.run(db);
  await sql`delete from second_factor_tokens where expires_timestamp < now()`.run(db);
  await sql`delete from sign_in_trips where expires_timestamp < now()`.run(db);
  await sql`delete from vouched_people where expires_timestamp < now()`.run(db);
  await sql`delete from used_assertions where expires_timestamp < now()`.run(db);
  // Longer than anything needs someone, so nothing is told twice.
  await sql`delete from push_notices where create_timestamp < now() - interval '40 days'`.run(db);
  // Items are gone after 30 days.
  await sql`delete from needs_you_done where since < now() - interval '31 days'`.run(db);
  await sql`delete from used_codes where expires_timestamp < now()`.run(db);
  // Left by a process that died during an import; a job may still be working on recent rows.
  await sql`delete from member_upload_rows r where exists (select from member_uploads u where u.id = r.upload_id
    and (u.state in ('done', 'failed') or u.update_timestamp < now() - interval '1 day'))`.run(db);
  await purgeOutbox(db);
}

const outboxBatch = 5_000;

/** Keeps 30 days of the trial outbox, at most the newest 10,000 messages. */
async function purgeOutbox(db: Database): Promise<void> {
  for (;;) {
    const rows = await sql`
      delete from dev_outbox where id in (
        select id from dev_outbox where create_timestamp < now() - interval '30 days'
          or id <= (select id from dev_outbox order by id desc offset 10000 limit 1)
        order by id limit ${outboxBatch})
      returning 1`.many(db);
    if (rows.length < outboxBatch) return;
  }
}
