import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** What a file belongs to, as the audit log names it, and the organization that added it. */
export interface FileRecord {
  organizationId: number;
  entityType: string;
  /** Null if its form's answer hasn't arrived. */
  entityId: number | null;
}

/** A test compares these tables with the database's references to files. */
export async function findFileRecords(db: Executor, fileId: number): Promise<FileRecord[]> {
  return sql<FileRecord>`
    select organization_id as "organizationId", 'user' as "entityType", member_id as "entityId"
      from member_documents where file_id = ${fileId}
    union all select organization_id, 'service-request', id from service_requests where file_id = ${fileId}
    union all select organization_id, 'service-request', service_request_id from notes where file_id = ${fileId}
    union all select o.organization_id, 'survey-answer', s.answer_id
      from survey_files s join survey_forms o on o.id = s.form_id where s.file_id = ${fileId}
    union all select organization_id, case when survey_id is null then 'member-upload' else 'survey' end,
      coalesce(survey_id, id) from member_uploads where file_id = ${fileId}
    union all select id, 'organization', id from organizations where logo_file_id = ${fileId}
    union all select organization_id, 'organization', organization_id
      from proposed_profiles where logo_file_id = ${fileId}`.many(db);
}
