import { createHash } from 'node:crypto';
import type { answersQuery, UploadedResponses } from '@kinbridge/contract/forms/form-answers.contract';
import { type SurveyDefinition, withFixedQuestions } from '@kinbridge/forms/form-definition';
import { formFileTypes } from '@kinbridge/forms/form-file-limits';
import type { z } from 'zod';
import { type StaffCaller, visitor } from '../../access/caller.ts';
import { JsonText, openRoute, type RouteRequest, route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField, notFound, orNotFound } from '../../app-error.ts';
import type { DayPeriod } from '../../db/day-period.ts';
import { chooseReadDatabase } from '../../records/audit/replica-state.queries.ts';
import { acceptOnly } from '../../records/stored-files/file-kind.ts';
import { answerFile, storedWhile } from '../../records/stored-files/stored-files.commands.ts';
import { AnswerLimit } from '../../records/uploads/answer-limit.ts';
import { answerUpload } from '../../records/uploads/uploads.ts';
import { requireMember } from '../members/member-access.ts';
import { matchOrCreateMember } from '../members/members.commands.ts';
import { holdMember } from '../members/members.queries.ts';
import { chosenLanguage, personOf, validatedAnswers, withFixedAnswers } from './answer-validation.ts';
import { formFigures } from './form-analytics.ts';
import { keepAnswer } from './form-answers.commands.ts';
import { findFormId, findSubmission, findSubmissionList, findSubmissionPage } from './form-answers.queries.ts';
import { exportAnswers } from './form-export.ts';
import { findFormFile, keepFormFile } from './form-files.commands.ts';
import { findAnswerable, findVersions } from './forms.queries.ts';
import { isOwnStaff, requireAnswerable } from './open-forms.ts';
import { releasePublicSpace, reservePublicSpace } from './public-file-space.commands.ts';
import { responsesJob, uploadResponsesNow } from './response-uploads.ts';
import { findResponsesUpload, insertResponsesUpload } from './upload-responses.commands.ts';

export const formAnswerRoutes = [
  openRoute('POST /v1/survey-answers/submit', async ({ app, caller, body, once }) => {
    const at = { uniqueSurveyId: body.surveyUniqueId };
    const form = requireAnswerable(caller, await findAnswerable(app.db, at, body.version), body.version);
    const given = withFixedAnswers(body);
    const definition = withFixedQuestions(form.data as SurveyDefinition);
    const person = { ...personOf(given), language: chosenLanguage(definition, body.language) };
    const data = await validatedAnswers(form, definition, given);
    // Staff who try the link answer as anybody would.
    const by = visitor(caller.requestId);
    return once(async (tx) => {
      const member = await matchOrCreateMember(tx, form.organizationId, person, null);
      const kept = { form, formId: form.formId, memberId: member.id, data, source: 'link', caller: by } as const;
      return keepAnswer(tx, app.config, kept);
    });
  }),

  openRoute('POST /v1/surveys/{uniqueSurveyId}/files', async ({ app, caller, params, file, once, address }) => {
    const form = await findAnswerable(app.db, params, 1);
    const { formId, organizationId } = requireAnswerable(caller, form, 1);
    if (!file) throw invalidField('file', 'Please choose a file.');
    const keep = async (spaceId: number | null) =>
      storedWhile(app, acceptOnly(formFileTypes, onlyPictures, await file.scanned(organizationId)), (stored) =>
        once((tx) => keepFormFile(tx, formId, stored, spaceId)),
      );
    if (isOwnStaff(caller, organizationId)) return keep(null);
    const reserved = await reservePublicSpace(app, { formId, address, size: file.size });
    // Repeats the stored answer for this key even when the space is full.
    if ('refusal' in reserved) return once(() => Promise.reject(reserved.refusal));
    try {
      return await keep(reserved.spaceId);
    } finally {
      await releasePublicSpace(app.db, reserved.spaceId);
    }
  }),

  route('POST /v1/surveys/{id}/answer', 'submission:create', async ({ app, caller, params, body, once }) => {
    const at = { surveyId: params.id, organizationId: caller.organizationId };
    const form = requireAnswerable(caller, await findAnswerable(app.db, at, body.version), body.version);
    await requireMember(app.db, caller.organizationId, body.userId);
    const data = await validatedAnswers(form, form.data as SurveyDefinition, body.data);
    return once(async (tx) => {
      await holdMember(tx, caller.organizationId, body.userId);
      const kept = { form, formId: form.formId, memberId: body.userId, data, source: 'staff', caller } as const;
      const { id, serviceRequested } = await keepAnswer(tx, app.config, kept);
      const { user: _, ...saved } = orNotFound(await findSubmission(tx, caller.organizationId, id), 'answer');
      return { ...saved, serviceRequested };
    });
  }),

  route('GET /v1/surveys/{id}/answers', 'submission:read', (input) => readAnswers(input, input.params.id, input.query)),

  route('POST /v1/surveys/{id}/answers/search', 'submission:read', (input) =>
    readAnswers(input, input.params.id, { page: 0, ...input.body }),
  ),

  route(
    'GET /v1/surveys/{id}/answers/export',
    'submission:read',
    async ({ app, caller, params, query, recordRead }) => {
      const form = await requireForm(app, caller.organizationId, params.id);
      const { format, ...period } = query;
      await recordRead('survey-answer.export', params.id, exactPeriod(period));
      const search = { organizationId: caller.organizationId, formId: form.id, ...period };
      return exportAnswers(await chooseReadDatabase(app, caller), search, form.versions, format);
    },
  ),

  route('GET /v1/surveys/{id}/analytics', 'submission:read', async ({ app, caller, params, query, recordRead }) => {
    const form = await requireForm(app, caller.organizationId, params.id);
    await recordRead('survey-answer.figures', params.id);
    const search = { organizationId: caller.organizationId, formId: form.id, ...query };
    return formFigures(await chooseReadDatabase(app, caller), search, form.versions);
  }),

  route('POST /v1/survey-answers/{surveyId}/upload-responses', 'submission:upload', async (input) => {
    const { app, caller, params, files } = input;
    const { id: formId, versions } = await requireForm(app, caller.organizationId, params.surveyId);
    const named = versions.find(({ id }) => id === params.surveyId);
    if (!named) throw notFound('form');
    if (named.archivedAt) throw new AppError('gone', 'This form is archived. Choose another one.');
    for await (const file of files) {
      const limit = new AnswerLimit(app.config.uploadAnswerSeconds);
      const { bytes, scan } = await file.scanned();
      const upload = {
        organizationId: caller.organizationId,
        createdBy: caller.userId,
        requestId: caller.requestId,
        surveyId: params.surveyId,
        formId,
        version: named.version,
      };
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return answerUpload<UploadedResponses>(input, {
        // Fixed names, since nobody sees them and the file is deleted after reading.
        content: { bytes, contentType: 'application/octet-stream', fileName: 'responses', scan },
        limit,
        once: (work) => input.once(work, sha256),
        importNow: (once) => uploadResponsesNow({ ...upload, versions }, { bytes, limit }, once),
        job: responsesJob,
        insert: (tx, fileId) => insertResponsesUpload(tx, upload, fileId),
      });
    }
    throw invalidField('file', 'Please choose a file.');
  }),

  route(
    'GET /v1/survey-answers/{surveyId}/upload-responses/{uploadId}',
    'submission:upload',
    async ({ app, caller, params }) => {
      return orNotFound(
        await findResponsesUpload(app.db, caller.organizationId, params.surveyId, params.uploadId),
        'upload',
      );
    },
  ),

  route('GET /v1/survey-answers/{id}', 'submission:read', async ({ app, caller, params, recordRead }) => {
    const answer = orNotFound(await findSubmission(app.db, caller.organizationId, params.id), 'answer');
    await recordRead('survey-answer.read', params.id);
    return answer;
  }),

  route(
    'GET /v1/survey-answers/{id}/files/{fileId}',
    'submission:read',
    async ({ app, caller, params, recordRead }) => {
      const file = orNotFound(await findFormFile(app.db, caller.organizationId, params.id, params.fileId), 'file');
      await recordRead('survey-answer.file-read', params.id);
      return answerFile(app, file);
    },
  ),
];

const onlyPictures = 'Only pictures (png, jpeg, gif, webp) and pdf files can be sent.';

/** Days as they are, since they are local, and timestamps in one form. */
function exactPeriod(period: DayPeriod): Record<string, string> {
  const bounds = Object.entries(period).filter(([, bound]) => bound);
  const exact = bounds.map(([name, bound]) => [name, bound.length > 10 ? new Date(bound).toISOString() : bound]);
  return Object.fromEntries(exact);
}

/** Returns a page if requested, otherwise the plain list. */
async function readAnswers(
  { app, caller, recordList }: RouteRequest<StaffCaller>,
  surveyId: number,
  query: z.output<typeof answersQuery>,
): Promise<JsonText> {
  const formId = orNotFound(await findFormId(app.db, caller.organizationId, surveyId), 'form');
  const record = (shown: number[]) => recordList('survey-answer.list', surveyId, { shown });
  const { page, size = 50, sort = { field: 'createTimestamp', descending: true }, ...rest } = query;
  const search = { organizationId: caller.organizationId, formId, ...rest };
  if (page === undefined) {
    const { list, ids, total } = await findSubmissionList(app.db, search);
    await record(ids);
    return new JsonText(list, { 'x-total-count': String(total) });
  }
  const shown = await findSubmissionPage(app.db, search, { page, size, sort });
  await record(shown.ids);
  return new JsonText(shown.page);
}

/** A form with all its versions. */
async function requireForm(app: AppContext, organizationId: number, surveyId: number) {
  const id = orNotFound(await findFormId(app.db, organizationId, surveyId), 'form');
  return { id, versions: await findVersions(app.db, organizationId, surveyId) };
}
