import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { isErasedFor } from '../service-requests/service-request-row.queries.ts';

export interface ExportedFile {
  /** What it belongs to: a request, a comment, a form's answer, or the member. */
  of: 'request' | 'note' | 'answer' | 'member';
  recordId: number;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  createTimestamp: string;
}

/** The files about a member that the organization can download, oldest first. */
export async function findExportedFiles(
  db: Executor,
  organizationId: number,
  memberId: number,
): Promise<ExportedFile[]> {
  const rows = await sql<{ file: ExportedFile }>`
    with mine as (
      select r.* from service_requests r where r.member_id = ${memberId} and not ${isErasedFor(organizationId)}
        and ${organizationId} in (r.organization_id, r.provider_id)
    ),
    named as (
      select 'request' as what, id, file_id from mine
      union all select 'note', n.id, n.file_id from notes n join mine on mine.id = n.service_request_id
      union all select 'answer', a.id, s.file_id from survey_files s join survey_answers a on a.id = s.answer_id
        join survey_forms m on m.id = a.form_id where a.user_id = ${memberId} and m.organization_id = ${organizationId}
      union all select 'member', d.id, d.file_id from member_documents d
        where d.member_id = ${memberId} and d.organization_id = ${organizationId}
    )
    select json_build_object('of', named.what, 'recordId', named.id, 'fileName', f.file_name, 'contentType', f.content_type,
      'size', f.size, 'sha256', encode(f.sha256, 'hex'), 'createTimestamp', ${iso('f.create_timestamp')}) as file
    from named join files f on f.id = named.file_id order by f.id`.many(db);
  return rows.map(({ file }) => file);
}

export interface ExportedAnswer {
  id: number;
  title: string;
  version: number;
  source: string;
  createTimestamp: string;
  data: Record<string, unknown>;
  questions: SurveyDefinition;
}

/** The member's answers to the organization's forms with the questions they answered, oldest first. */
export async function findExportedAnswers(
  db: Executor,
  organizationId: number,
  memberId: number,
): Promise<ExportedAnswer[]> {
  const rows = await sql<{ answer: ExportedAnswer }>`
    select json_build_object('id', a.id, 'title', s.title, 'version', s.version, 'source', a.source,
      'createTimestamp', ${iso('a.create_timestamp')}, 'data', a.data, 'questions', s.data) as answer
    from survey_answers a join surveys s on s.id = a.survey_id join survey_forms f on f.id = a.form_id
    where a.user_id = ${memberId} and f.organization_id = ${organizationId} order by a.id`.many(db);
  return rows.map(({ answer }) => answer);
}
