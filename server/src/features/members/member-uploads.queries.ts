import type { UploadStatus } from '@kinbridge/contract/members/member-upload-statuses';
import type { Upload, UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ListUpload } from '../../records/uploads/uploads.commands.ts';

/** The progress of one of the organization's uploads. */
export async function findUpload(db: Executor, organizationId: number, id: number): Promise<Upload | null> {
  const row = await sql<Upload>`
    select state, done, total, result, message from member_uploads
    where id = ${id} and organization_id = ${organizationId} and survey_id is null`.maybeOne(db);
  return row ?? null;
}

/** A skipped row or the header, as returned to people. */
export interface SkippedRow {
  row: number;
  reason: string;
  cells: (string | number | boolean | null)[];
}

/** The next skipped rows after a spreadsheet row. */
export async function findSkippedRows(db: Executor, uploadId: number, below: number, limit: number) {
  return sql<SkippedRow>`
    select row_number as row, reason, cells from member_upload_skipped_rows
    where upload_id = ${uploadId} and row_number > ${below} order by row_number limit ${limit}`.many(db);
}

/** How many of these services the organization offers. */
export async function countOwnServices(db: Executor, organizationId: number, serviceIds: number[]): Promise<number> {
  const { count } = await sql<{ count: number }>`
    select count(*) from services where id = any(${serviceIds}::bigint[]) and organization_id = ${organizationId}
      and deleted_timestamp is null`.one(db);
  return count;
}

export interface MemberUpload extends ListUpload {
  id: number;
  serviceIds: number[];
  serviceStatus: UploadStatus;
  smsConsent: boolean;
}

export function findMemberUpload(db: Executor, id: number): Promise<MemberUpload> {
  return sql<MemberUpload>`
    select id, organization_id as "organizationId", created_by as "createdBy", request_id as "requestId",
      to_jsonb(service_ids) as "serviceIds", service_status as "serviceStatus", sms_consent as "smsConsent"
    from member_uploads where id = ${id}`.one(db);
}

/** What an earlier upload of the same content did: the members of its rows and its services. */
export async function findEarlierUpload(db: Executor, upload: MemberUpload, contentHash: Buffer) {
  const rows = await sql<{ id: number; serviceIds: number[]; serviceStatus: UploadStatus; whole: boolean }>`
    select id, to_jsonb(service_ids) as "serviceIds", service_status as "serviceStatus",
      array_position(member_ids, null) is null as whole from member_uploads
    where organization_id = ${upload.organizationId} and content_hash = ${contentHash} and state = 'done'
    order by id desc`.many(db);
  const alike = rows.filter((row) => row.serviceStatus === upload.serviceStatus);
  return {
    latestId: rows[0]?.id ?? null,
    coveredServiceIds: new Set(alike.filter(({ whole }) => whole).flatMap((row) => row.serviceIds)),
    /** Uploads that left out some rows, so they cover their services for the others only. */
    partialIds: alike.filter(({ whole }) => !whole).map(({ id }) => id),
  };
}

export type ImportedMembers = Omit<UploadResult, 'rejected'>;
