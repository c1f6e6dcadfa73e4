import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';
import { oneLine } from '../shared/one-line.ts';
import type { SurveyDefinition } from './form-definition.ts';

const tag = 'Surveys';

const _personRef = z.strictObject({ id, firstName: z.string(), lastName: z.string() });
export const uniqueSurveyId = z.uuid({ error: 'Must be the id that the link of a form ends with.' });

/** SurveyJS JSON. The server checks its rules; here it is any object, kept unchanged. */
const definition = z
  .record(z.string(), z.unknown(), { error: 'Must be the JSON of a form.' })
  .transform((data) => data as SurveyDefinition);
export const formVersion = z
  .strictObject({
    id,
    uniqueSurveyId: z.uuid(),
    title: z.string(),
    version: z.int().positive(),
    data: z.record(z.string(), z.unknown()),
    organizationId: id,
    originalSurveyId: id.nullable(),
    archivedAt: timestamp.nullable(),
    createTimestamp: timestamp,
  })
  .meta({ id: 'Survey' });

export type FormVersion = z.infer<typeof formVersion>;

/** A form in its organization's list, with its answers over all versions. */
export const listedForm = formVersion
  .extend({ responses: z.int().nonnegative(), lastAnswerTimestamp: timestamp.nullable() })
  .meta({ id: 'ListedSurvey' });
export type ListedForm = z.infer<typeof listedForm>;

const title = oneLine().max(200, 'A title can have at most 200 characters.');

export const newForm = z.strictObject({ title, data: definition, organizationId: id });

export const formEdit = newForm.extend({
  id,
  uniqueSurveyId,
  version: z.int().positive(),
  originalSurveyId: id.nullable().optional(),
});

/** The public form as displayed: cleaned, with the four fixed questions and its organization. */
export const displayedForm = formVersion
  .extend({ organization: z.strictObject({ id, name: z.string(), imageFilename: z.string().nullable() }) })
  .meta({ id: 'DisplayedSurvey' });
export type DisplayedForm = z.infer<typeof displayedForm>;

const params = z.strictObject({ id: idParam });
export const formCalls = {
  'GET /v1/organizations/{id}/surveys': {
    tag,
    summary: 'The newest version of each form of the organization, archived ones included, newest first.',
    params,
    answers: { status: 200, body: z.array(listedForm) },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/surveys': {
    tag,
    summary: 'Publishes a new form.',
    body: newForm,
    creates: true,
    answers: { status: 201, body: formVersion },
    errors: [400, 401, 403, 404, 413],
  },
  'PUT /v1/surveys/{id}': {
    tag,
    summary: 'Publishes a new version of a form and answers the new row.',
    params,
    body: formEdit,
    answers: { status: 200, body: formVersion },
    errors: [400, 401, 403, 404, 409, 413],
  },
  'GET /v1/surveys/{id}': {
    tag,
    summary: 'One version of a form.',
    params,
    answers: { status: 200, body: formVersion },
    errors: [400, 401, 403, 404],
  },
  'GET /v1/surveys/{id}/versions': {
    tag,
    summary: 'All versions of a form, newest first, so that old answers are shown with their own questions.',
    params,
    answers: { status: 200, body: z.array(formVersion) },
    errors: [400, 401, 403, 404],
  },
  'GET /v1/surveys/{id}/display': {
    tag,
    summary:
      'The newest version of a form as its public link shows it, by the id of the link; by a number only for active staff of its organization.',
    params: z.strictObject({ id: z.union([uniqueSurveyId, idParam], { error: 'Must be the id of a form.' }) }),
    answers: { status: 200, body: displayedForm },
    errors: [400, 401, 403, 404, 410],
  },
  'POST /v1/surveys/{id}/archive': {
    tag,
    summary: 'Archives a form with all its versions, or unarchives it.',
    params,
    body: z.boolean({ error: 'Must be true or false.' }),
    answers: { status: 200, body: formVersion },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/surveys/import': {
    tag,
    summary: 'Imports a form from Jotform (a numeric id) or Google Forms, and lists what could not be imported.',
    query: z.strictObject({
      formId: z
        .string({ error: 'This is a required field' })
        .trim()
        .min(1, 'This is a required field')
        .max(100)
        .regex(/^[\w-]+$/, 'Must be the id of a form, not its address.'),
    }),
    creates: true,
    answers: {
      status: 201,
      body: formVersion.extend({
        notCarriedOver: z.array(z.strictObject({ question: z.string(), reason: z.string() })),
      }),
    },
    errors: [400, 401, 403, 404, 409],
  },
  'GET /v1/users/{id}/surveys': {
    tag,
    summary: 'The forms assigned to a member, and their answers.',
    params,
    answers: {
      status: 200,
      body: z.array(
        z
          .strictObject({
            id: id.nullable(),
            surveyId: id,
            title: z.string(),
            version: z.int().positive(),
            createTimestamp: timestamp,
            answerId: id.nullable(),
          })
          .meta({ id: 'MemberSurvey' }),
      ),
    },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{id}/surveys': {
    tag,
    summary: 'Assigns a form to a member and texts the link where the member allows it.',
    params,
    body: z.strictObject({ surveyId: id }),
    creates: true,
    answers: {
      status: 201,
      body: z.strictObject({
        id,
        surveyId: id,
        title: z.string(),
        version: z.int().positive(),
        createTimestamp: timestamp,
        answerId: id.nullable(),
        /** Why no text was sent, or null. */
        smsBlockedReason: z.string().nullable(),
      }),
    },
    errors: [400, 401, 403, 404, 409, 410],
  },
} as const satisfies CallGroup;
