import { notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Hides a published announcement from a person; twice is the same as once. */
export async function dismissAnnouncement(db: Executor, userId: number, id: number): Promise<undefined> {
  const known = await sql<{ id: number }>`
    with known as (select a.id from announcements a where a.id = ${id} and a.publish_timestamp is not null),
    dismissed as (insert into announcement_dismissals (announcement_id, user_id) select id, ${userId} from known
      on conflict do nothing)
    select id from known`.maybeOne(db);
  if (!known) throw notFound('announcement');
}
