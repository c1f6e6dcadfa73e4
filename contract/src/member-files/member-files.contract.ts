import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, personRef, timestamp } from '../shared/fields.ts';
import { memberFileMaxBytes, memberFilesAtOnce } from './member-file-limits.ts';

/** What the virus scanner said: unscanned files wait for it. */
export const fileScan = z.enum(['CLEAN', 'UNSCANNED']);
export type FileScan = z.infer<typeof fileScan>;

export const memberFile = z
  .strictObject({
    id,
    fileName: z.string(),
    size: z.int().nonnegative(),
    createTimestamp: timestamp,
    createdBy: personRef,
    /** Present if the contents were lost, so people know before downloading. */
    missing: z.literal(true).optional(),
    /** Null if it was added without a scanner, or is infected. */
    scan: fileScan.nullable(),
    /** Present if a later scan found a virus, so the contents were removed. */
    infected: z.literal(true).optional(),
  })
  .meta({ id: 'MemberDocument' });

export type MemberFile = z.infer<typeof memberFile>;

export const memberFileCalls = defineCalls('Documents', {
  'GET /v1/users/{userId}/documents': {
    summary: "A member's documents that your organization added, newest first. Members get all of their own.",
    answers: z.array(memberFile),
  },
  'POST /v1/users/{userId}/documents': {
    summary: 'Adds one or several files of any type to a member; all of them or none.',
    multipart: {
      json: {},
      files: { names: ['files', 'file'], maxBytes: memberFileMaxBytes, maxCount: memberFilesAtOnce },
    },
    creates: true,
    answers: z.array(memberFile),
  },
  'GET /v1/users/{userId}/documents/{id}': {
    summary: 'Downloads one document.',
    contentType: 'application/octet-stream',
    errors: [410],
  },
  'DELETE /v1/users/{userId}/documents/{id}': {
    summary: 'Deletes a document permanently. For the person who added it and active admins of that organization.',
  },
});
