import type { ShownAnnouncement } from '@kinbridge/contract/announcements/announcements.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** More than this would push the page off a phone. */
const maxShown = 3;

/** Published and not ended. */
export const isCurrent = sql`a.publish_timestamp <= now() and (a.end_timestamp is null or a.end_timestamp > now())`;

/** The current announcements that a person hasn't dismissed, newest first. */
export async function findShownAnnouncements(db: Executor, userId: number): Promise<ShownAnnouncement[]> {
  return sql<ShownAnnouncement>`
    select a.id, a.body, a.severity from announcements a
    where ${isCurrent} and not exists (
      select from announcement_dismissals d where d.announcement_id = a.id and d.user_id = ${userId})
    order by a.publish_timestamp desc, a.id desc limit ${maxShown}`.many(db);
}
