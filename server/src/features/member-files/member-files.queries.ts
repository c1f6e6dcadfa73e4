import type { MemberFile } from '@kinbridge/contract/member-files/member-files.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { StoredScan } from '../../records/stored-files/stored-files.commands.ts';

const fileJson = sql<MemberFile>`jsonb_build_object('id', d.id, 'fileName', f.file_name, 'size', f.size,
    'createTimestamp', ${iso('d.create_timestamp')},
    'createdBy', jsonb_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name),
    'scan', nullif(f.scan, 'INFECTED'))
  || case when f.missing_timestamp is null then '{}' else '{"missing": true}'::jsonb end
  || case when f.scan = 'INFECTED' then '{"infected": true}'::jsonb else '{}' end`;

const joins = sql`join files f on f.id = d.file_id join users c on c.id = d.created_by`;

/** An organization sees the files it added; a member (no organization) sees all of theirs. */
const ownedBy = (organizationId: number | null): RawBuilder<unknown> =>
  organizationId === null ? sql`true` : sql`d.organization_id = ${organizationId}`;

/** Newest first. */
export async function findMemberFiles(
  db: Executor,
  memberId: number,
  organizationId: number | null,
): Promise<MemberFile[]> {
  const rows = await sql<{ file: MemberFile }>`
    select ${fileJson} as file from member_documents d ${joins}
    where d.member_id = ${memberId} and ${ownedBy(organizationId)} order by d.id desc limit 1000`.many(db);
  return rows.map((row) => row.file);
}

export async function findMemberFile(
  db: Executor,
  { memberId, organizationId, id }: { memberId: number; organizationId: number | null; id: number },
  lock = false,
) {
  return sql<{
    storage_key: string;
    content_type: string;
    file_name: string;
    scan: StoredScan;
    file_id: number;
    created_by: number;
  }>`
    select f.storage_key, f.content_type, f.file_name, f.scan, d.file_id, d.created_by
    from member_documents d join files f on f.id = d.file_id
    where d.id = ${id} and d.member_id = ${memberId} and ${ownedBy(organizationId)}
    ${lock ? sql`for update of d` : sql``}`.maybeOne(db);
}

export async function findMemberFilesById(db: Executor, ids: number[]): Promise<MemberFile[]> {
  const rows = await sql<{ file: MemberFile }>`
    select ${fileJson} as file from member_documents d ${joins}
    where d.id = any(${ids}::bigint[]) order by d.id`.many(db);
  return rows.map((row) => row.file);
}
