import { z } from 'zod';
import { type MemberField, memberFieldNames } from '../member-fields/member-fields.ts';
import { defineCalls } from '../shared/call.ts';
import { count, id } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';
import { uploadProgress } from '../shared/upload-progress.ts';
import { memberListMaxBytes } from './member-list-columns.ts';
import { uploadStatuses } from './member-upload-statuses.ts';
import { memberCandidate } from './members.contract.ts';

type ListedFields = Record<MemberField, z.ZodNullable<z.ZodString>>;

const required = 'This is a required field';
const maxServices = 50;

/** Comma-separated, or repeated. */
const serviceIds = z
  .union([exactLine(), z.array(exactLine())], { error: required })
  .transform((given, context) => {
    const words = [given].flat().flatMap((text) => text.split(','));
    const ids = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
    if (ids.length === 0) context.addIssue({ code: 'custom', message: required });
    if (ids.some((word) => !/^[1-9]\d{0,14}$/.test(word))) {
      context.addIssue({ code: 'custom', message: 'Must be the ids of services, separated by commas.' });
    }
    if (ids.length > maxServices) context.addIssue({ code: 'custom', message: `At most ${maxServices} at once.` });
    return ids.map(Number);
  })
  .meta({ type: 'string', pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,49}$', example: '1,2', anyOf: undefined });

const listedPerson = z
  .strictObject({
    ...(Object.fromEntries(memberFieldNames.map((field) => [field, z.string().nullable()])) as ListedFields),
    firstName: z.string(),
    lastName: z.string(),
  })
  .meta({ id: 'ListedPerson' });
export type ListedPerson = z.infer<typeof listedPerson>;

/** So many rows tell whom they may be; further ones only in their reason. */
export const maxUndecided = 500;

const rejectedRow = z.strictObject({
  row: z.int().positive(),
  reason: z.string(),
  /** The row, if staff can decide whose record it is: sent again with the column Member ID. */
  person: listedPerson.optional(),
  /** The members that the row may be. */
  candidates: z.array(memberCandidate).optional(),
});

export const uploadResult = z.strictObject({
  created: count,
  matched: count,
  requests: count,
  rejected: z.array(rejectedRow),
});
export type UploadResult = z.infer<typeof uploadResult>;

export const upload = uploadProgress(uploadResult);
export type Upload = z.infer<typeof upload>;

export const memberUploadCalls = defineCalls('Members', {
  'POST /v1/organizations/{id}/services/upload-patients': {
    summary:
      'Imports a list of members (.xlsx), with a request for each member and service. No texts are sent. A row that may be a member you know is rejected with `candidates`, until its column Member ID says whose record it is: an id, or NEW. With `Prefer: respond-async`, or if the import takes longer than about 25 seconds, it answers 202 and continues in the background: `GET /v1/uploads/{id}` tells the progress and the result.',
    query: z.strictObject({
      serviceIds,
      serviceStatus: z.enum(uploadStatuses, { error: 'Must be REQUESTED or COMPLETED.' }).optional(),
      smsConsent: z.enum(['true', 'false'], { error: 'Must be true or false.' }).optional(),
    }),
    multipart: { json: {}, file: { name: 'file', required: true, maxBytes: memberListMaxBytes } },
    creates: true,
    status: 200,
    answers: uploadResult,
    answersLater: z.strictObject({ uploadId: id }),
  },
  'GET /v1/uploads/{id}': { summary: 'The progress of a member import, and its result.', answers: upload },
  'GET /v1/uploads/{id}/skipped-rows': {
    summary: 'The skipped rows with a reason column, to fix and upload again (.xlsx). Kept for 30 days.',
    needsProof: true,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    errors: [410],
  },
});
