import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { count, id, idParam, timestamp } from '../shared/fields.ts';
import { oneLine } from '../shared/one-line.ts';

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
  .extend({ responses: count, lastAnswerTimestamp: timestamp.nullable() })
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

export const formCalls = defineCalls('Surveys', {
  'GET /v1/organizations/{id}/surveys': {
    summary: 'The newest version of each form of the organization, archived ones included, newest first.',
    answers: z.array(listedForm),
  },
  'POST /v1/surveys': {
    summary: 'Publishes a new form.',
    body: newForm,
    creates: true,
    answers: formVersion,
    errors: [413],
  },
  'PUT /v1/surveys/{id}': {
    summary: 'Publishes a new version of a form and answers the new row.',
    body: formEdit,
    answers: formVersion,
    errors: [409, 413],
  },
  'GET /v1/surveys/{id}': { summary: 'One version of a form.', answers: formVersion },
  'GET /v1/surveys/{id}/versions': {
    summary: 'All versions of a form, newest first, so that old answers are shown with their own questions.',
    answers: z.array(formVersion),
  },
  'GET /v1/surveys/{id}/display': {
    summary:
      'The newest version of a form as its public link shows it, by the id of the link; by a number only for active staff of its organization.',
    params: z.strictObject({ id: z.union([uniqueSurveyId, idParam], { error: 'Must be the id of a form.' }) }),
    answers: displayedForm,
    errors: [410],
  },
  'POST /v1/surveys/{id}/archive': {
    summary: 'Archives a form with all its versions, or unarchives it.',
    body: z.boolean({ error: 'Must be true or false.' }),
    answers: formVersion,
  },
  'POST /v1/surveys/import': {
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
    answers: formVersion.extend({
      notCarriedOver: z.array(z.strictObject({ question: z.string(), reason: z.string() })),
    }),
    errors: [404],
  },
  'GET /v1/users/{id}/surveys': {
    summary: 'The forms assigned to a member, and their answers.',
    answers: z.array(
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
  'POST /v1/users/{id}/surveys': {
    summary: 'Assigns a form to a member and texts the link where the member allows it.',
    body: z.strictObject({ surveyId: id }),
    creates: true,
    answers: z.strictObject({
      id,
      surveyId: id,
      title: z.string(),
      version: z.int().positive(),
      createTimestamp: timestamp,
      answerId: id.nullable(),
      /** Why no text was sent, or null. */
      smsBlockedReason: z.string().nullable(),
    }),
    errors: [410],
  },
});
