import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';
import { memberFileMaxBytes, memberFilesAtOnce } from './member-file-limits.ts';

const tag = 'Documents';

/** What the virus scanner said: unscanned files wait for it. */
export const fileScan = z.enum(['CLEAN', 'UNSCANNED']);
export type FileScan = z.infer<typeof fileScan>;

export const memberFile = z
  .strictObject({
    id,
    fileName: z.string(),
    size: z.int().nonnegative(),
    createTimestamp: timestamp,
    createdBy: z.strictObject({ id, firstName: z.string(), lastName: z.string() }),
    /** Present if the contents were lost, so people know before downloading. */
    missing: z.literal(true).optional(),
    /** Null if it was added without a scanner, or is infected. */
    scan: fileScan.nullable(),
    /** Present if a later scan found a virus, so the contents were removed. */
    infected: z.literal(true).optional(),
  })
  .meta({ id: 'MemberDocument' });

export type MemberFile = z.infer<typeof memberFile>;

const member = z.strictObject({ userId: idParam });
const one = z.strictObject({ userId: idParam, id: idParam });

export const memberFileCalls = {
  'GET /v1/users/{userId}/documents': {
    tag,
    summary: "A member's documents that your organization added, newest first. Members get all of their own.",
    params: member,
    answers: { status: 200, body: z.array(memberFile) },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{userId}/documents': {
    tag,
    summary: 'Adds one or several files of any type to a member; all of them or none.',
    params: member,
    multipart: {
      json: {},
      files: { names: ['files', 'file'], maxBytes: memberFileMaxBytes, maxCount: memberFilesAtOnce },
    },
    creates: true,
    answers: { status: 201, body: z.array(memberFile) },
    errors: [400, 401, 403, 404, 409, 413, 415, 422, 507],
  },
  'GET /v1/users/{userId}/documents/{id}': {
    tag,
    summary: 'Downloads one document.',
    params: one,
    answers: { status: 200, body: null, contentType: 'application/octet-stream' },
    errors: [400, 401, 403, 404, 410],
  },
  'DELETE /v1/users/{userId}/documents/{id}': {
    tag,
    summary: 'Deletes a document permanently. For the person who added it and active admins of that organization.',
    params: one,
    answers: { status: 204, body: null },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
