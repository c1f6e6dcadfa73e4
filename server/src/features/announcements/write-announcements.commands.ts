import type { Announcement, AnnouncementInput } from '@kinbridge/contract/operator/operator-announcements.contract';
import type { Caller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { announcementColumns } from './announcements.queries.ts';

interface Wanted {
  id: number;
  /** As the operator saw it: if it changed since, nothing happens. */
  version: number;
}

/** Writes a draft. */
export async function writeAnnouncement(tx: Tx, caller: Caller, input: AnnouncementInput): Promise<Announcement> {
  refusePastEnd(input.endTimestamp);
  const written = await sql<Announcement>`
    with a as (insert into announcements (body, severity, end_timestamp)
      values (${input.body}, ${input.severity}, ${input.endTimestamp}) returning *)
    select ${announcementColumns} from a`.one(tx);
  await record(tx, { caller, action: 'announcement.write', entityId: written.id });
  return written;
}

export async function editAnnouncement(
  tx: Tx,
  caller: Caller,
  { id, version, body, severity, endTimestamp }: Wanted & AnnouncementInput,
): Promise<Announcement> {
  refusePastEnd(endTimestamp);
  await lockAnnouncement(tx, { id, version }, 'DRAFT');
  const edited = await sql<Announcement>`
    with a as (update announcements set version = version + 1, body = ${body}, severity = ${severity},
      end_timestamp = ${endTimestamp} where id = ${id} returning *)
    select ${announcementColumns} from a`.one(tx);
  await record(tx, { caller, action: 'announcement.edit', entityId: id });
  return edited;
}

export async function publishAnnouncement(tx: Tx, caller: Caller, wanted: Wanted): Promise<Announcement> {
  await lockAnnouncement(tx, wanted, 'DRAFT');
  const published = await sql<Announcement>`
    with a as (update announcements set version = version + 1, publish_timestamp = date_trunc('milliseconds', now()) where id = ${wanted.id}
      returning *)
    select ${announcementColumns} from a`.one(tx);
  await record(tx, { caller, action: 'announcement.publish', entityId: wanted.id });
  return published;
}

export async function endAnnouncement(tx: Tx, caller: Caller, wanted: Wanted): Promise<Announcement> {
  await lockAnnouncement(tx, wanted);
  const ended = await sql<Announcement>`
    with a as (update announcements set version = version + 1, end_timestamp = date_trunc('milliseconds', now()) where id = ${wanted.id}
      returning *)
    select ${announcementColumns} from a`.one(tx);
  await record(tx, { caller, action: 'announcement.end', entityId: wanted.id });
  return ended;
}

async function lockAnnouncement(tx: Tx, { id, version }: Wanted, state?: Announcement['state']): Promise<void> {
  const current = await sql<Announcement>`
    select ${announcementColumns} from announcements a where a.id = ${id} for update`.maybeOne(tx);
  if (!current) throw notFound('announcement');
  const problem =
    current.version !== version
      ? 'Another operator changed this announcement. Check it, then try again.'
      : current.state === 'ENDED'
        ? 'This announcement has ended. Write a new one.'
        : state !== undefined && current.state !== state
          ? 'This announcement is published. End it and write a new one.'
          : null;
  if (problem) throw new AppError('stale', problem, { extra: { current } });
}

function refusePastEnd(endTimestamp: string | null): void {
  if (endTimestamp !== null && Date.parse(endTimestamp) <= Date.now()) {
    throw invalidField('endTimestamp', 'Must be in the future.');
  }
}

/** Hides a published announcement from a person; twice is the same as once. */
export async function dismissAnnouncement(db: Executor, userId: number, id: number): Promise<undefined> {
  const known = await sql<{ id: number }>`
    with known as (select a.id from announcements a where a.id = ${id} and a.publish_timestamp is not null),
    dismissed as (insert into announcement_dismissals (announcement_id, user_id) select id, ${userId} from known
      on conflict do nothing)
    select id from known`.maybeOne(db);
  if (!known) throw notFound('announcement');
}
