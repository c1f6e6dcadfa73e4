import { z } from 'zod';
import { announcementSeverity } from '../announcements/announcements.contract.ts';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';
import { pageNumber, pageOf, pageSize } from '../shared/paging.ts';

export const announcementStates = ['DRAFT', 'PUBLISHED', 'ENDED'] as const;

export const announcementInput = z.strictObject({
  body: z
    .string({ error: 'Please write the announcement.' })
    .trim()
    .min(1, 'Please write the announcement.')
    .max(500, 'An announcement can have at most 500 characters.'),
  severity: announcementSeverity,
  /** When it disappears; without it, when an operator ends it. */
  endTimestamp: z.iso.datetime({ offset: true, error: 'Must be a date and time.' }).nullable(),
});

export type AnnouncementInput = z.output<typeof announcementInput>;

const announcement = z
  .strictObject({
    id,
    body: z.string(),
    severity: announcementSeverity,
    state: z.enum(announcementStates),
    publishTimestamp: timestamp.nullable(),
    endTimestamp: timestamp.nullable(),
    createTimestamp: timestamp,
    version: z.int().positive(),
  })
  .meta({ id: 'Announcement' });

export type Announcement = z.infer<typeof announcement>;

const tag = 'Operator';
const params = z.strictObject({ id: idParam });
const version = z.int().positive();
const errors = [400, 401, 403, 404, 409] as const;

export const operatorAnnouncementCalls = {
  'GET /v1/operator/announcements': {
    tag,
    summary: 'All announcements, newest first.',
    query: z.strictObject({ page: pageNumber.optional(), size: pageSize.optional() }),
    answers: { status: 200, body: pageOf(announcement) },
    errors: [400, 401, 403],
  },
  'POST /v1/operator/announcements': {
    tag,
    summary: 'Writes an announcement as a draft, which nobody else sees.',
    body: announcementInput,
    creates: true,
    answers: { status: 201, body: announcement },
    errors: [400, 401, 403],
  },
  'PUT /v1/operator/announcements/{id}': {
    tag,
    summary: 'Changes a draft.',
    params,
    body: announcementInput.extend({ version }),
    answers: { status: 200, body: announcement },
    errors,
  },
  'POST /v1/operator/announcements/{id}/publish': {
    tag,
    summary: 'Shows a draft to all staff.',
    params,
    body: z.strictObject({ version }),
    answers: { status: 200, body: announcement },
    errors,
  },
  'POST /v1/operator/announcements/{id}/end': {
    tag,
    summary: 'Hides an announcement from everyone, or discards a draft.',
    params,
    body: z.strictObject({ version }),
    answers: { status: 200, body: announcement },
    errors,
  },
} as const satisfies CallGroup;
