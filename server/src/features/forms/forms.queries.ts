import type { DisplayedForm, FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Availability } from '@kinbridge/contract/services/availability';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** A form version as the API shows it, with the stored definition unchanged. */
const formFields = sql`'id', s.id, 'uniqueSurveyId', f.unique_survey_id, 'title', s.title, 'version', s.version,
  'data', s.data, 'organizationId', f.organization_id, 'originalSurveyId', s.original_survey_id,
  'archivedAt', ${iso('f.archived_timestamp')}, 'createTimestamp', ${iso('s.create_timestamp')}`;

const newest = sql`s.version = f.newest_version`;
const formJoin = sql`from surveys s join survey_forms f on f.id = s.form_id`;

/** The newest version of each of the organization's forms, newest first, as JSON text. */
export async function findFormList(db: Executor, organizationId: number): Promise<string> {
  const { list } = await sql<{ list: string }>`
    select coalesce(json_agg(json_build_object(${formFields}, 'responses', a.n, 'lastAnswerTimestamp', ${iso('a.last')})
      order by s.create_timestamp desc, s.id desc), '[]')::text as list
    ${formJoin} cross join lateral (select count(*) as n, max(create_timestamp) as last from survey_answers
      where form_id = f.id) a
    where f.organization_id = ${organizationId} and ${newest}`.one(db);
  return list;
}

async function findOne(db: Executor, where: RawBuilder<unknown>): Promise<FormVersion | null> {
  const row = await sql<{ form_version: FormVersion }>`
    select json_build_object(${formFields}) as form_version ${formJoin} where ${where}`.maybeOne(db);
  return row?.form_version ?? null;
}

/** One version of the organization's form. */
export function findForm(db: Executor, organizationId: number, id: number): Promise<FormVersion | null> {
  return findOne(db, sql`s.id = ${id} and f.organization_id = ${organizationId}`);
}

/** All versions of this version's form, newest first. */
export async function findVersions(db: Executor, organizationId: number, id: number): Promise<FormVersion[]> {
  const rows = await sql<{ form_version: FormVersion }>`
    select json_build_object(${formFields}) as form_version ${formJoin}
    where f.organization_id = ${organizationId} and s.form_id = (select form_id from surveys where id = ${id})
    order by s.version desc`.many(db);
  return rows.map((row) => row.form_version);
}

export interface FoundDisplayed {
  form: DisplayedForm;
  isArchived: boolean;
  approval: OrganizationApproval;
}

/** The newest version and its organization, by link id or any version's id. */
export async function findDisplayed(db: Executor, id: number | string): Promise<FoundDisplayed | null> {
  const formId = typeof id === 'number' ? sql`(select form_id from surveys where id = ${id})` : sql`f.id`;
  const link = typeof id === 'number' ? sql`true` : sql`f.unique_survey_id = ${id}::uuid`;
  const row = await sql<FoundDisplayed>`
    select json_build_object(${formFields}, 'organization', json_build_object('id', o.id, 'name', o.name,
      'imageFilename', l.file_name)) as form, f.archived_timestamp is not null as "isArchived", o.approval
    ${formJoin} join organizations o on o.id = f.organization_id left join files l on l.id = o.logo_file_id
    where ${newest} and f.id = ${formId} and ${link}`.maybeOne(db);
  return row ?? null;
}

export interface Form {
  id: number;
  organization_id: number;
  newest_version: number;
  archived_timestamp: Date | null;
}

/** The form of this version, locked for the change. */
export async function lockForm(db: Executor, organizationId: number, surveyId: number): Promise<Form | null> {
  const row = await sql<Form>`
    select id, organization_id, newest_version, archived_timestamp from survey_forms
    where id = (select form_id from surveys where id = ${surveyId}) and organization_id = ${organizationId}
    for update`.maybeOne(db);
  return row ?? null;
}

export function findNewest(db: Executor, formId: number): Promise<FormVersion | null> {
  return findOne(db, sql`f.id = ${formId} and ${newest}`);
}

export interface AnswerableForm {
  form_id: number;
  organization_id: number;
  archived_timestamp: Date | null;
  approval: OrganizationApproval;
  /** Null if the form has no such version. */
  form_version: FormVersion | null;
}

/** A form with the version an answer names, by link id or any version's id. */
export async function findAnswerable(
  db: Executor,
  id: { surveyId: number; organizationId: number } | { uniqueSurveyId: string },
  version: number,
): Promise<AnswerableForm | null> {
  const which =
    'surveyId' in id
      ? sql`f.id = (select form_id from surveys where id = ${id.surveyId}) and f.organization_id = ${id.organizationId}`
      : sql`f.unique_survey_id = ${id.uniqueSurveyId}::uuid`;
  const row = await sql<AnswerableForm>`
    select f.id as form_id, f.organization_id, f.archived_timestamp, o.approval, (
      select json_build_object(${formFields}) from surveys s where s.form_id = f.id and s.version = ${version}) as form_version
    from survey_forms f join organizations o on o.id = f.organization_id where ${which}`.maybeOne(db);
  return row ?? null;
}

/** Which of a form's services are the organization's, and which of them are still offered. */
export async function findOwnServices(
  db: Executor,
  organizationId: number,
  ids: number[],
): Promise<{ id: number; offered: boolean; availability: Availability }[]> {
  if (ids.length === 0) return [];
  return sql<{ id: number; offered: boolean; availability: Availability }>`
    select id, deleted_timestamp is null as offered, availability from services
    where organization_id = ${organizationId} and id = any(${ids}::bigint[]) order by id`.many(db);
}
