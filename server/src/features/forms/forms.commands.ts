import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound, orNotFound } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findNewest, lockForm } from './forms.queries.ts';

interface Published {
  title: string;
  data: SurveyDefinition;
}

/** Publishes a new form, as its first version. */
export async function publishForm(
  tx: Tx,
  caller: StaffCaller,
  form: Published,
  detail: Record<string, unknown> = {},
): Promise<FormVersion> {
  const { id } = await sql<{ id: number }>`
    insert into survey_forms (organization_id) values (${caller.organizationId}) returning id`.one(tx);
  return addVersion(tx, caller, { ...form, formId: id }, detail);
}

export interface NewVersion extends Published {
  id: number;
  uniqueSurveyId: string;
  version: number;
  originalSurveyId?: number | null | undefined;
}

/** Publishes a new version. An edit of an older version gets 409 with the newest. */
export async function publishVersion(db: Database, caller: StaffCaller, edit: NewVersion): Promise<FormVersion> {
  return transaction(db, async (tx) => {
    const form = await lockForm(tx, caller.organizationId, edit.id);
    const current = form && (await findNewest(tx, form.id));
    if (!form || !current) throw notFound('form');
    if (edit.uniqueSurveyId !== current.uniqueSurveyId) {
      throw invalidField('uniqueSurveyId', "This isn't the link id of this form.");
    }
    const first = current.originalSurveyId ?? current.id;
    if (edit.originalSurveyId != null && edit.originalSurveyId !== first) {
      throw invalidField('originalSurveyId', "This isn't the first version of this form.");
    }
    if (form.archived_timestamp) {
      throw new AppError('conflict', 'This form is archived. Please unarchive it before you publish it again.');
    }
    if (edit.version !== form.newest_version) {
      const sentence = 'Someone else published this form after you opened it. Please review the newest version.';
      throw new AppError('stale', sentence, { extra: { current } });
    }
    return addVersion(tx, caller, { ...edit, formId: form.id }, { before: form.newest_version });
  });
}

async function addVersion(
  tx: Tx,
  caller: StaffCaller,
  { formId, title, data }: Published & { formId: number },
  detail: Record<string, unknown>,
): Promise<FormVersion> {
  const row = await sql<{ id: number }>`
    with form as (update survey_forms set newest_version = newest_version + 1 where id = ${formId} returning newest_version)
    insert into surveys (form_id, version, original_survey_id, title, data, created_by)
    select ${formId}, newest_version, (select id from surveys where form_id = ${formId} and version = 1), ${title},
      ${JSON.stringify(data)}::json, ${caller.userId} from form
    returning id`.maybeOne(tx);
  const formVersion = await findNewest(tx, formId);
  if (!formVersion || formVersion.id !== row?.id) throw notFound('form');
  await record(tx, {
    caller,
    action: 'survey.publish',
    entityId: formVersion.id,
    detail: { version: formVersion.version, ...detail },
  });
  return formVersion;
}

/** Archives or restores the whole form. Archiving again keeps the first date. */
export async function archiveForm(
  db: Database,
  caller: StaffCaller,
  surveyId: number,
  archived: boolean,
): Promise<FormVersion> {
  return transaction(db, async (tx) => {
    const form = orNotFound(await lockForm(tx, caller.organizationId, surveyId), 'form');
    if ((form.archived_timestamp !== null) !== archived) {
      await sql`update survey_forms set archived_timestamp = ${archived ? sql`now()` : null} where id = ${form.id}`.run(
        tx,
      );
      await record(tx, { caller, action: archived ? 'survey.archive' : 'survey.unarchive', entityId: surveyId });
    }
    return orNotFound(await findNewest(tx, form.id), 'form');
  });
}
