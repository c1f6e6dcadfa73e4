import type { Comment } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import type { StoredScan } from '../../records/stored-files/stored-files.commands.ts';
import { isErasedFor } from './service-request-row.queries.ts';
import { requestReader, viewer } from './wanted-requests.queries.ts';

const commentJson = sql<Comment>`json_build_object('id', n.id, 'serviceRequestId', n.service_request_id, 'content', n.content,
  'fileName', (select f.file_name from files f where f.id = n.file_id), 'updateTimestamp', ${iso('n.update_timestamp')},
  'createdBy', (select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
    from users u where u.id = n.created_by))`;

/** A request's comments as JSON text. */
export const findComments = requestReader(sql`(
  select coalesce(json_agg(${commentJson} order by n.id), '[]'::json)
  from notes n where n.service_request_id = r.id and not ${isErasedFor(viewer)})::text`);

export async function findComment(db: Executor, id: number): Promise<Comment | null> {
  const row = await sql<{ comment: Comment }>`
    select ${commentJson} as comment from notes n where n.id = ${id}`.maybeOne(db);
  return row?.comment ?? null;
}

export async function findCommentFile(db: Executor, organizationId: number, id: number) {
  return sql<{
    storage_key: string;
    content_type: string;
    file_name: string;
    scan: StoredScan;
    service_request_id: number;
  }>`
    select f.storage_key, f.content_type, f.file_name, f.scan, n.service_request_id
    from notes n join files f on f.id = n.file_id join service_requests r on r.id = n.service_request_id
    where n.id = ${id} and ${organizationId} in (r.organization_id, r.provider_id)
      and not ${isErasedFor(organizationId)}`.maybeOne(db);
}
