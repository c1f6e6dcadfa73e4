import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Removes what has expired. Nothing that anybody could still use or should still see. */
export async function purgeExpired(db: Database): Promise<void> {
  await sql`delete from attempts where window_start < now() - interval '1 hour'`.execute(db);
  await sql`delete from idempotency_keys where create_timestamp < now() - interval '7 days'`.execute(db);
  await sql`delete from email_verifications where expires_timestamp < now()`.execute(db);
  await sql`delete from password_resets where expires_timestamp < now()`.execute(db);
  // A process that died while it took in a list left its rows behind; somebody's job may still be at work on a young one.
  await sql`delete from member_upload_rows r where exists (select from member_uploads u where u.id = r.upload_id
    and (u.state in ('done', 'failed') or u.update_timestamp < now() - interval '1 day'))`.execute(db);
  await sql`delete from sessions s where not exists (
    select from refresh_tokens r where r.session_id = s.id and r.expires_timestamp > now() - interval '7 days')`.execute(
    db,
  );
}
