import type { ShownAnnouncement } from '@kinbridge/contract/announcements/announcements.contract';
import type { Announcement } from '@kinbridge/contract/operator/operator-announcements.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
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

export const announcementColumns = sql`a.id, a.body, a.severity, a.version,
  case when a.end_timestamp <= now() then 'ENDED' when a.publish_timestamp is null then 'DRAFT' else 'PUBLISHED' end
    as state,
  ${iso('a.publish_timestamp')} as "publishTimestamp", ${iso('a.end_timestamp')} as "endTimestamp",
  ${iso('a.create_timestamp')} as "createTimestamp"`;

/** All announcements, newest first. */
export async function findAnnouncements(db: Executor, page: number, size: number): Promise<Page<Announcement>> {
  const rows = await sql<Announcement>`select ${announcementColumns} from announcements a
    order by a.id desc limit ${size} offset ${page * size}`.many(db);
  const { total } = await sql<{ total: number }>`select count(*) as total from announcements`.one(db);
  return { content: rows, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}
