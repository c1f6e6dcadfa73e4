import { definitionLimits, depthOf } from '@kinbridge/forms/check-definition';
import { formFileMaxBytes, responsesMaxBytes } from '@kinbridge/forms/form-file-limits';
import { z } from 'zod';
import { availabilities } from '../services/availability.ts';
import { defineCalls } from '../shared/call.ts';
import { dayBound } from '../shared/day-bound.ts';
import { count, id, idParam, namedRef, optionalText, personRef, timestamp } from '../shared/fields.ts';
import { exactLine, oneLine } from '../shared/one-line.ts';
import { pageOf, paging, pagingInJson, sortBy } from '../shared/paging.ts';
import { uploadProgress } from '../shared/upload-progress.ts';
import { uniqueSurveyId } from './forms.contract.ts';

const answers = z.record(z.string(), z.unknown(), { error: 'Must be an object with the answers.' });

const surveyAnswer = z
  .strictObject({
    id,
    surveyId: id,
    version: z.int().positive(),
    data: z.record(z.string(), z.unknown()),
    userId: id.nullable(),
    createTimestamp: timestamp,
  })
  .meta({ id: 'SurveyAnswer' });

/** An answer in the submissions table, with its author. */
export const submission = surveyAnswer
  .extend({
    user: personRef.nullable(),
    /** Services that the answer asked for while they were paused, so no request was created. */
    pausedServices: z.array(namedRef),
  })
  .meta({ id: 'Submission' });
export type Submission = z.infer<typeof submission>;

const answersAsText = z
  .string()
  .max(2_000_000)
  .transform((text, context) => {
    try {
      const parsed: unknown = JSON.parse(text);
      // This name has a special meaning in JavaScript; no question has it.
      const odd = typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, '__proto__');
      if (!odd && depthOf(parsed) <= definitionLimits.depth) return parsed;
    } catch {
      // Reported below.
    }
    context.addIssue({ code: 'custom', message: 'Must be an object with the answers.' });
    return z.NEVER;
  })
  .pipe(answers);

export const publicAnswer = z.strictObject({
  surveyAnswerJson: z.union([answers, answersAsText], { error: 'Must be an object with the answers.' }),
  surveyUniqueId: uniqueSurveyId,
  version: z.int().positive(),
  // The four fixed answers may be in the answers instead, with which they are checked, so a blank counts as missing.
  userFirstName: optionalText('First Name', 100),
  userLastName: optionalText('Last Name', 100),
  userPhoneNumber: optionalText('Phone Number', 40),
  userBirthDate: optionalText('Date of Birth', 40),
  /** The language they read the form in. A choice of several tells which one they speak. */
  language: exactLine().max(35).optional(),
  /** Ignored: the server derives it, unlike the old client. */
  action: z.unknown().optional(),
});

const period = z.strictObject({ fromDate: dayBound.optional(), toDate: dayBound.optional() });

export const answersQuery = period.extend({
  ...paging,
  sort: sortBy(['createTimestamp', 'id', 'version', 'lastName']).optional(),
  /** Searches names and answers. */
  search: oneLine().max(100, 'A search can have at most 100 characters.').optional(),
});

export const uploadedResponses = z.strictObject({
  created: count,
  rejected: z.array(z.strictObject({ row: z.int().positive(), reason: z.string() })),
  unknownColumns: z.array(z.string()),
});
export type UploadedResponses = z.infer<typeof uploadedResponses>;

const responsesUpload = uploadProgress(uploadedResponses);
export type ResponsesUpload = z.infer<typeof responsesUpload>;

/** Counts in equal time steps; `start` is the first day of a step. */
export const timeline = z
  .strictObject({
    unit: z.enum(['day', 'week', 'month', 'year', 'decade', 'century']),
    points: z.array(z.strictObject({ start: z.string(), count })),
  })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof timeline>;

/** Figures of one question; the fields depend on its type. */
export const questionFigures = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    type: z.string(),
    answered: count,
    /** How many people saw the question; everyone if unknown. */
    seen: count,
    /**
     * Counts of each choice or rating in form order, or of each short answer or word, most frequent first; `row` is the
     * matrix row.
     */
    counts: z.array(z.strictObject({ row: z.string().nullable(), label: z.string(), count })),
    /**
     * How `counts` is limited if a question has too many: 'chosen' omits unused options, 'mostFrequent' also omits
     * rarer answers. Missing if everything is listed.
     */
    countsOnly: z.enum(['chosen', 'mostFrequent']).optional(),
    /** `counts` are words of longer texts from this many latest answers. */
    wordsOfLatest: z.int().positive().optional(),
    /** For dates. */
    timeline: timeline.nullable().optional(),
    /** The total entries of a dynamic panel or matrix; missing for other types. */
    entries: count.optional(),
    /** For numbers. */
    numbers: z
      .strictObject({
        minimum: z.number(),
        maximum: z.number(),
        mean: z.number(),
        median: z.number(),
        total: z.number(),
        histogram: z.array(z.strictObject({ from: z.number(), to: z.number(), count })),
      })
      .nullable(),
  })
  .meta({ id: 'QuestionFigures' });
export type QuestionFigures = z.infer<typeof questionFigures>;

/** What staff hear of an answer that they entered. */
export const savedAnswer = surveyAnswer
  .extend({ serviceRequested: z.boolean(), pausedServices: submission.shape.pausedServices })
  .meta({ id: 'SavedAnswer' });
export type SavedAnswer = z.infer<typeof savedAnswer>;

export const formAnswerCalls = defineCalls('Surveys', {
  'POST /v1/surveys/{id}/answer': {
    summary: 'Saves answers that staff enter for a member.',
    body: z.strictObject({ userId: id, data: answers, version: z.int().positive() }),
    creates: true,
    answers: savedAnswer,
    errors: [410, 413],
  },
  'GET /v1/surveys/{id}/answers': {
    summary:
      'The answers to all versions of a form, newest first: without a page at most 1,000 with the total in X-Total-Count.',
    query: answersQuery,
    answers: z.union([pageOf(submission), z.array(submission)]),
  },
  'POST /v1/surveys/{id}/answers/search': {
    summary: 'A page of the answers to all versions of a form, with the parameters in the body.',
    body: answersQuery.extend(pagingInJson),
    searches: true,
    answers: pageOf(submission),
  },
  'GET /v1/surveys/{id}/answers/export': {
    summary: 'The answers to all versions of a form as a file, one column per question.',
    query: period.extend({ format: z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx.' }) }),
    needsProof: true,
    contentType: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  'GET /v1/surveys/{id}/analytics': {
    summary: 'Figures about the answers to a form, for each question.',
    query: period,
    answers: z.strictObject({ answers: count, overTime: timeline.nullable(), questions: z.array(questionFigures) }),
  },
  'POST /v1/surveys/{uniqueSurveyId}/files': {
    summary: 'Uploads a file or a signature for an answer that is sent afterwards.',
    params: z.strictObject({ uniqueSurveyId }),
    multipart: { json: {}, file: { name: 'file', required: true, maxBytes: formFileMaxBytes } },
    creates: true,
    answers: z.strictObject({ fileId: z.uuid(), name: z.string() }),
    errors: [410],
  },
  'POST /v1/survey-answers/submit': {
    summary: 'Saves answers from the public link.',
    body: publicAnswer,
    // A megabyte of answers grows when escaped as text in JSON.
    maxBodyBytes: 2_500_000,
    creates: true,
    answers: z.strictObject({
      id,
      /** Whether the answers created service requests. */
      serviceRequested: z.boolean(),
      /** Whether the requested services can take people, the best of them; missing if none was requested. */
      availability: z.enum(availabilities).optional(),
    }),
    errors: [404, 410],
  },
  'GET /v1/survey-answers/{id}': { summary: 'One answer.', answers: submission },
  'GET /v1/survey-answers/{id}/files/{fileId}': {
    summary: 'A file or a signature of an answer.',
    params: z.strictObject({ id: idParam, fileId: z.uuid({ error: 'Must be the id of a file.' }) }),
    contentType: 'application/octet-stream',
    errors: [410],
  },
  'POST /v1/survey-answers/{surveyId}/upload-responses': {
    summary:
      'Imports the responses of a spreadsheet, one per row. With `Prefer: respond-async`, or if the import takes longer than about 25 seconds, it answers 202 and continues in the background: `GET /v1/survey-answers/{surveyId}/upload-responses/{uploadId}` tells the progress and the result.',
    multipart: { json: {}, files: { names: ['file', 'files'], maxBytes: responsesMaxBytes, maxCount: 1 } },
    creates: true,
    status: 200,
    answers: uploadedResponses,
    answersLater: z.strictObject({ uploadId: id }),
    errors: [410],
  },
  'GET /v1/survey-answers/{surveyId}/upload-responses/{uploadId}': {
    summary: 'The progress of an import of responses in the background, and its result. Kept for 30 days.',
    answers: responsesUpload,
  },
});
