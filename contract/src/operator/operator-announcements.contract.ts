import { z } from 'zod';
import { announcementSeverity } from '../announcements/announcements.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { id, timestamp } from '../shared/fields.ts';
import { pageOf, paging } from '../shared/paging.ts';

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

const version = z.int().positive();

export const operatorAnnouncementCalls = defineCalls('Operator', {
  'GET /v1/operator/announcements': {
    summary: 'All announcements, newest first.',
    query: z.strictObject(paging),
    answers: pageOf(announcement),
  },
  'POST /v1/operator/announcements': {
    summary: 'Writes an announcement as a draft, which nobody else sees.',
    body: announcementInput,
    creates: true,
    answers: announcement,
  },
  'PUT /v1/operator/announcements/{id}': {
    summary: 'Changes a draft.',
    body: announcementInput.extend({ version }),
    answers: announcement,
    errors: [409],
  },
  'POST /v1/operator/announcements/{id}/publish': {
    summary: 'Shows a draft to all staff.',
    body: z.strictObject({ version }),
    answers: announcement,
    errors: [409],
  },
  'POST /v1/operator/announcements/{id}/end': {
    summary: 'Hides an announcement from everyone, or discards a draft.',
    body: z.strictObject({ version }),
    answers: announcement,
    errors: [409],
  },
});
