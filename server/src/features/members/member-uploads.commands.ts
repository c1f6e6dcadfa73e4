import { memberFieldNames } from '@kinbridge/contract/member-fields/member-fields';
import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import type { Database, Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type ChangedRequest, notifyRequests } from '../../records/events/events.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { endUpload } from '../../records/uploads/uploads.commands.ts';
import { memberColumns } from '../../records/users/user-columns.ts';
import { nextMemberId } from './create-members.commands.ts';
import type { LeftOutRow } from './match-rows.commands.ts';
import type { ListedRow, ReadList } from './member-list.ts';
import type { ImportedMembers, MemberUpload, SkippedRow } from './member-uploads.queries.ts';
import { describeRejected, rejectedRows, undecidedOf } from './undecided-rows.queries.ts';

/** Records the upload before reading it, with the file if a job reads it. */
export async function insertUpload(
  db: Executor,
  upload: Omit<MemberUpload, 'id'>,
  fileId: number | null = null,
): Promise<number> {
  const { id } = await sql<{ id: number }>`
    insert into member_uploads (organization_id, created_by, request_id, state, service_ids, service_status, sms_consent,
      file_id)
    values (${upload.organizationId}, ${upload.createdBy}, ${upload.requestId},
      ${fileId === null ? 'working' : 'queued'}, ${upload.serviceIds}::bigint[],
      ${upload.serviceStatus}, ${upload.smsConsent}, ${fileId})
    returning id`.one(db);
  return id;
}

/** Stores rows as people to create, until they are matched, and reports how many were read. */
export async function insertRows(db: Executor, uploadId: number, rows: ListedRow[]): Promise<void> {
  const values = memberFieldNames.map((field) => {
    const type = sql.raw(field === 'dateOfBirth' ? 'date[]' : 'text[]');
    return sql`${rows.map(({ member }) => member[field])}::${type}`;
  });
  const columns = sql.raw(memberColumns.join(', '));
  await sql`
    with progress as (
      update member_uploads set total = ${rows.at(-1)?.place ?? 0}, update_timestamp = now() where id = ${uploadId}
    )
    insert into member_upload_rows (upload_id, place, row_number, same_as, may_be, chosen_id, new_person, created,
      member_id, ${columns})
    select ${uploadId}, place, row_number, same_as, may_be, chosen_id, new_person, is_first,
      case when is_first then ${nextMemberId} end, ${columns}
    from unnest(${rows.map(({ place }) => place)}::int[], ${rows.map(({ row }) => row)}::int[],
      ${rows.map(({ sameAs }) => sameAs)}::int[], ${rows.map(({ mayBe }) => mayBe)}::int[],
      ${rows.map(({ chosen }) => (chosen === 'NEW' ? null : chosen))}::bigint[],
      ${rows.map(({ chosen }) => chosen === 'NEW')}::boolean[], ${sql.join(values)})
      as listed (place, row_number, same_as, may_be, chosen_id, new_person, ${columns})
      cross join lateral (select same_as is null and chosen_id is null as is_first) first`.run(db);
}

/** A header with more columns replaces the one stored before. */
export async function insertSkippedRows(db: Executor, uploadId: number, rows: SkippedRow[]): Promise<void> {
  await sql`
    insert into member_upload_skipped_rows (upload_id, row_number, reason, cells)
    select ${uploadId}, * from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[])
    on conflict (upload_id, row_number) do update set cells = excluded.cells`.run(db);
}

/** Gives the planner statistics once all rows are stored. */
export async function analyzeRows(db: Database): Promise<void> {
  await sql`select analyze_member_upload_rows()`.run(db);
}

/** Records the result in the import's transaction. */
export async function finishUpload(
  tx: Tx,
  upload: MemberUpload,
  list: ReadList,
  { leftOut, ...imported }: ImportedMembers & { leftOut: LeftOutRow[] },
): Promise<UploadResult> {
  const result: UploadResult = { ...imported, rejected: rejectedRows(list.rejected, leftOut) };
  await sql`
    update member_uploads set content_hash = ${list.contentHash}, member_ids = (select array_agg(r.member_id order by every.place) from generate_series(1, ${list.total}::int) as every (place)
        left join member_upload_rows r on r.upload_id = ${upload.id} and r.place = every.place)
    where id = ${upload.id}`.run(tx);
  await endUpload(tx, upload.id, list.total, result);
  await record(tx, {
    caller: { ...upload, via: 'session', userId: upload.createdBy },
    action: 'member.upload',
    entityId: upload.id,
    detail: {
      ...imported,
      rejected: result.rejected.length,
      serviceIds: upload.serviceIds,
      status: upload.serviceStatus,
      smsConsent: upload.smsConsent,
    },
  });
  if (imported.requests > 0) await notifyBoards(tx, upload);
  return {
    ...result,
    rejected: await describeRejected(tx, upload.organizationId, result.rejected, undecidedOf(leftOut)),
  };
}

/** One event for all requests, so open boards reload once. */
async function notifyBoards(tx: Tx, { organizationId }: MemberUpload): Promise<void> {
  const rows = await sql<ChangedRequest>`
    select id, organization_id, organization_id as provider_id, status, version from service_requests
    where organization_id = ${organizationId} order by id desc limit 1`.many(tx);
  await notifyRequests(tx, rows);
}

/** Deletes an upload with its rows; its caller already has the error. */
export async function forgetUnfinished(db: Database, id: number): Promise<void> {
  await sql`delete from member_uploads where id = ${id} and state = 'working'`.run(db);
}

/** Keeps searches fast after many inserts. */
export async function tidySearchIndexes(db: Database): Promise<void> {
  await sql`select tidy_search_indexes()`.run(db);
}
