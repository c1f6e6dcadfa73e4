import type { MemberDocument } from '@kinbridge/contract/documents/documents.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

const documentJson = sql<MemberDocument>`jsonb_build_object('id', d.id, 'fileName', f.file_name, 'size', f.size,
    'createTimestamp', ${iso('d.create_timestamp')},
    'createdBy', jsonb_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name))
  || case when f.missing_timestamp is null then '{}' else '{"missing": true}'::jsonb end`;

const joins = sql`join files f on f.id = d.file_id join users c on c.id = d.created_by`;

/** An organization sees the documents it added; a member (no organization) sees all of theirs. */
const ownedBy = (organizationId: number | null): RawBuilder<unknown> =>
  organizationId === null ? sql`true` : sql`d.organization_id = ${organizationId}`;

/** Newest first. */
export async function findDocuments(
  db: Executor,
  memberId: number,
  organizationId: number | null,
): Promise<MemberDocument[]> {
  const rows = await sql<{ document: MemberDocument }>`
    select ${documentJson} as document from member_documents d ${joins}
    where d.member_id = ${memberId} and ${ownedBy(organizationId)} order by d.id desc limit 1000`.many(db);
  return rows.map((row) => row.document);
}

export async function findDocumentFile(
  db: Executor,
  memberId: number,
  organizationId: number | null,
  id: number,
  lock = false,
) {
  return sql<{
    storage_key: string;
    content_type: string;
    file_name: string;
    file_id: number;
    created_by: number;
  }>`
    select f.storage_key, f.content_type, f.file_name, d.file_id, d.created_by
    from member_documents d join files f on f.id = d.file_id
    where d.id = ${id} and d.member_id = ${memberId} and ${ownedBy(organizationId)}
    ${lock ? sql`for update of d` : sql``}`.maybeOne(db);
}

export async function findDocumentsById(db: Executor, ids: number[]): Promise<MemberDocument[]> {
  const rows = await sql<{ document: MemberDocument }>`
    select ${documentJson} as document from member_documents d ${joins}
    where d.id = any(${ids}::bigint[]) order by d.id`.many(db);
  return rows.map((row) => row.document);
}
