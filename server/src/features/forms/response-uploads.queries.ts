import type { ResponsesUpload } from '@kinbridge/contract/forms/form-answers.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ListUpload } from '../../records/uploads/uploads.commands.ts';

/** A list of responses to a form. */
export interface ResponseUpload extends ListUpload {
  /** The version that the call named. */
  surveyId: number;
  formId: number;
  /** The version of rows that don't name one. */
  version: number;
}

export function findQueuedResponses(db: Executor, id: number): Promise<ResponseUpload> {
  return sql<ResponseUpload>`
    select u.organization_id as "organizationId", u.created_by as "createdBy", u.request_id as "requestId",
      s.id as "surveyId", s.form_id as "formId", s.version
    from member_uploads u join surveys s on s.id = u.survey_id where u.id = ${id}`.one(db);
}

/** The progress of one of the organization's uploads to the form of this version. */
export async function findResponsesUpload(
  db: Executor,
  organizationId: number,
  surveyId: number,
  id: number,
): Promise<ResponsesUpload | null> {
  const row = await sql<ResponsesUpload>`
    select u.state, u.done, u.total, u.result, u.message from member_uploads u join surveys s on s.id = u.survey_id
    where u.id = ${id} and u.organization_id = ${organizationId}
      and s.form_id = (select form_id from surveys where id = ${surveyId})`.maybeOne(db);
  return row ?? null;
}
