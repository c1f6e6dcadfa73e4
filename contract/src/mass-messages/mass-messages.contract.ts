import { z } from 'zod';
import { messageText, smsMessage, smsStates } from '../messages/messages.contract.ts';
import { filterQuery } from '../service-requests/boards.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { inNumbers } from '../shared/counted.ts';
import { count, id, personRef, timestamp } from '../shared/fields.ts';
import { pageNumber, pageOf, pageSize, paging } from '../shared/paging.ts';
import { massMessageMaxRecipients } from './mass-message.ts';

const tooMany = `A message can go to at most ${inNumbers(massMessageMaxRecipients)} people at once.`;
const ids = z.array(id).max(massMessageMaxRecipients, tooMany);

/**
 * The parameters of …/service-requests/filter. Page, size and sort are ignored, since everyone who matches is included.
 */
const recipientFilter = filterQuery.extend({
  page: z.union([pageNumber, count]).optional(),
  size: z.union([pageSize, z.int().positive()]).optional(),
});

const recipients = {
  /** Members, then employees. */
  ids: ids.optional(),
  filter: recipientFilter.optional(),
};

const newMassMessage = z
  .strictObject({ ...recipients, message: messageText })
  .refine((input) => (input.ids?.length ?? 0) > 0 || input.filter !== undefined, {
    path: ['ids'],
    message: 'Please select at least one recipient.',
  });

export type NewMassMessage = z.output<typeof newMassMessage>;

const massMessageCounts = z.strictObject(
  Object.fromEntries(smsStates.map((state) => [state, count])) as Record<(typeof smsStates)[number], z.ZodInt>,
);

const massMessageSummary = z.strictObject({
  id,
  /** As written by the sender. */
  message: z.string(),
  /** All chosen people, including skipped ones. */
  total: count,
  counts: massMessageCounts,
  /** How many were skipped only because the message was stopped, and when. */
  stopped: count,
  stoppedTimestamp: timestamp.nullable(),
  createTimestamp: timestamp,
  sender: personRef,
});

export const massMessage = massMessageSummary
  .extend({
    failures: z.array(z.strictObject({ id, reason: z.string() })),
    /** The text as sent, with its ending. */
    body: z.string(),
    /** When the next text is sent if not now, because of quiet hours. */
    sendAfter: timestamp.nullable(),
    /** When sending was paused because the text provider isn't answering. */
    sendingPausedSince: timestamp.nullable(),
    /** The remaining time at the provider's pace. */
    secondsLeft: count,
  })
  .meta({ id: 'Campaign' });

export type MassMessageSummary = z.infer<typeof massMessageSummary>;
export type MassMessage = z.infer<typeof massMessage>;
export type MassMessageCounts = z.infer<typeof massMessageCounts>;

const group = { count, people: z.array(personRef) };

export const massMessagePreview = z
  .strictObject({
    total: count,
    /** The first of them by name. */
    recipients: z.strictObject(group),
    skipped: z.array(z.strictObject({ reason: z.string(), ...group })),
    body: z.string(),
    /** The number of SMS segments, per person and in total. */
    segments: count,
    totalSegments: count,
    seconds: count,
    sendAfter: timestamp.nullable(),
  })
  .meta({ id: 'CampaignPreview' });

export type MassMessagePreview = z.infer<typeof massMessagePreview>;

export const massMessageRecipient = personRef.extend({
  userType: z.enum(['PATIENT', 'EMPLOYEE', 'ADMIN']),
  state: z.enum(smsStates),
  reason: z.string().nullable(),
  updateTimestamp: timestamp,
});

export type MassMessageRecipient = z.infer<typeof massMessageRecipient>;

export const massMessageCalls = defineCalls('Mass messages', {
  'POST /v1/messages/sendSMSToIdsList': {
    summary:
      'Texts members and employees: those listed, those who match a filter, or both. Answers right away and sends in the background.',
    body: newMassMessage,
    creates: true,
    status: 202,
    answers: z.strictObject({
      campaignId: id,
      queued: count,
      skipped: z.array(z.strictObject({ id, reason: z.string() })),
    }),
    errors: [404, 413],
  },
  'POST /v1/campaigns/preview': {
    summary: 'Who would get a mass message, who would not and why, and how long it would take. Nothing is sent.',
    body: newMassMessage,
    answers: massMessagePreview,
    errors: [404, 413],
  },
  'POST /v1/campaigns/test': {
    summary: 'Sends a mass message to the caller alone, to see how it looks.',
    body: z.strictObject({ message: messageText }),
    creates: true,
    answers: smsMessage,
  },
  'GET /v1/campaigns': {
    summary: "Your organization's mass messages, newest first.",
    query: z.strictObject(paging),
    answers: pageOf(massMessageSummary),
  },
  'GET /v1/campaigns/{id}': {
    summary: 'The progress of a mass message, with at most 1,000 of its failures.',
    answers: massMessage,
  },
  'GET /v1/campaigns/{id}/recipients': {
    summary: 'The recipients of a mass message, with the result for each.',
    query: z.strictObject({ ...paging, state: z.enum(smsStates).optional() }),
    answers: pageOf(massMessageRecipient),
  },
  'POST /v1/campaigns/{id}/retry': {
    summary: 'Resends failed texts and, with `includeUnknown: true`, texts that may have arrived.',
    body: z.strictObject({ includeUnknown: z.boolean().optional() }),
    answers: massMessage,
    errors: [409],
  },
  'POST /v1/campaigns/{id}/stop': {
    summary: 'Stops a mass message permanently and skips the texts that have not been sent.',
    answers: massMessage,
  },
});
