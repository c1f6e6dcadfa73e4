import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { type Availability, availabilities } from '@kinbridge/contract/services/availability';
import type { AnsweredFile } from '@kinbridge/forms/answered-files';
import { formLabel, type SurveyDefinition, servicesAskedFor } from '@kinbridge/forms/form-definition';
import type { StaffCaller, Visitor } from '../../access/caller.ts';
import { AppError, invalidField } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { showMemberTo } from '../members/create-members.commands.ts';
import { insertRequest } from '../service-requests/create-service-request.commands.ts';
import { filesIn, withFileNames } from './answer-files.ts';
import { findOwnServices } from './forms.queries.ts';
import { freePublicSpace } from './public-file-space.commands.ts';

export interface NewAnswer {
  form: FormVersion;
  formId: number;
  memberId: number;
  data: Record<string, unknown>;
  source: 'link' | 'staff' | 'upload';
  caller: StaffCaller | Visitor;
}

export interface KeptAnswer {
  id: number;
  serviceRequested: boolean;
  /** Of the requested services, the best one. */
  availability?: Availability;
}

/** Stores an answer: its row, files, assignment, audit row, and the requests it asks for. */
export async function keepAnswer(tx: Tx, config: Config, answer: NewAnswer): Promise<KeptAnswer> {
  const { form, formId, memberId, source, caller } = answer;
  const definition = form.data as SurveyDefinition;
  const files = await claimFiles(tx, formId, filesIn(definition, answer.data));
  const data = withFileNames(definition, answer.data, files);
  await showMemberTo(tx, memberId, [form.organizationId]);
  const { id } = await sql<{ id: number }>`
    insert into survey_answers (form_id, survey_id, user_id, data, source, created_by)
    values (${formId}, ${form.id}, ${memberId}, ${JSON.stringify(data)}::jsonb, ${source}, ${caller.userId})
    returning id`.one(tx);
  if (files.size > 0) {
    await sql`update survey_files set answer_id = ${id} where id = any(${[...files.keys()]}::uuid[])`.run(tx);
    await freePublicSpace(tx, [...files.keys()]);
  }
  await fulfilAssignment(tx, formId, memberId, id);
  await record(tx, {
    caller,
    organizationId: form.organizationId,
    action: 'survey-answer.create',
    entityId: id,
    detail: { surveyId: form.id, version: form.version, memberId, source },
  });
  const availability = await requestServices(tx, config, { ...answer, data }, id);
  return { id, serviceRequested: availability !== null, ...(availability && { availability }) };
}

/** Locks the files the answer names. A removed file can be sent again; another answer's file is refused. */
async function claimFiles(tx: Tx, formId: number, named: AnsweredFile[]): Promise<Map<string, string>> {
  const wanted = new Map(named.map((file) => [file.fileId, file]));
  if (wanted.size === 0) return new Map();
  const rows = await sql<{ id: string; file_name: string; taken: boolean }>`
    select s.id, f.file_name, s.answer_id is not null as taken from survey_files s join files f on f.id = s.file_id
    where s.id = any(${[...wanted.keys()]}::uuid[]) and s.form_id = ${formId}
    order by s.id for update of s`.many(tx);
  if (wanted.size < named.length || rows.some(({ taken }) => taken)) {
    throw invalidField('data', 'A file was sent with another answer. Please choose it again.');
  }
  const found = new Map(rows.map(({ id, file_name }) => [id, file_name]));
  const expired = [...wanted.values()].filter(({ fileId }) => !found.has(fileId));
  if (expired.length > 0) throw filesExpired(expired);
  return found;
}

function filesExpired(files: AnsweredFile[]): AppError {
  const names = files.map(({ name, fileId }) => name || fileId);
  const fields = Object.fromEntries(
    names.map((name) => [name, `“${name}” is no longer stored. Please send it again.`]),
  );
  return new AppError(
    'file_expired',
    `Please send ${names.length === 1 ? 'this file' : 'these files'} again: ${names.join(', ')}.`,
    { fields },
  );
}

/** Completes the oldest open assignment. */
async function fulfilAssignment(tx: Tx, formId: number, memberId: number, answerId: number): Promise<void> {
  await sql`
    update survey_assignments set answer_id = ${answerId} where id = (
      select id from survey_assignments where form_id = ${formId} and user_id = ${memberId} and answer_id is null
      order by id limit 1 for update skip locked)`.run(tx);
}

/**
 * Creates one request per service answered yes, if the organization still offers it; returns whether they can take
 * people, the best of them, or null without any. A paused service is passed over, and the answer says so to staff.
 */
async function requestServices(
  tx: Tx,
  config: Config,
  { form, memberId, caller, source, data }: NewAnswer,
  answerId: number,
): Promise<Availability | null> {
  if (source === 'upload') return null;
  const asked = servicesAskedFor(form.data as SurveyDefinition, data);
  const own = await findOwnServices(tx, form.organizationId, asked);
  const offered = own.filter((service) => service.offered);
  const paused = offered.filter(({ availability }) => availability === 'PAUSED').map(({ id }) => id);
  if (paused.length > 0) {
    await sql`update survey_answers set paused_service_ids = ${paused}::bigint[] where id = ${answerId}`.run(tx);
  }
  const requested = offered.filter(({ availability }) => availability !== 'PAUSED');
  for (const { id: serviceId } of requested) {
    await insertRequest(tx, config, {
      caller,
      organizationId: form.organizationId,
      providerId: form.organizationId,
      serviceId,
      memberId,
      assigneeId: null,
      description: `Asked for in the form '${formLabel(form)}'.`,
      fileId: null,
      source: 'FORM',
      detail: { surveyAnswerId: answerId },
    });
  }
  return availabilities.find((one) => requested.some(({ availability }) => availability === one)) ?? null;
}
