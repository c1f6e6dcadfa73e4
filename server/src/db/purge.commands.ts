import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Removes what has expired. Nothing that anybody could still use or should still see. */
export async function purgeExpired(db: Database): Promise<void> {
  await sql`delete from attempts where window_start < now() - interval '1 hour'`.execute(db);
  await sql`delete from idempotency_keys where create_timestamp < now() - interval '7 days'`.execute(db);
  await sql`delete from email_verifications where expires_timestamp < now()`.execute(db);
  await sql`delete from password_resets where expires_timestamp < now()`.execute(db);
  await sql`delete from sessions s where not exists (
    select from refresh_tokens r where r.session_id = s.id and r.expires_timestamp > now() - interval '7 days')`.execute(
    db,
  );
}
