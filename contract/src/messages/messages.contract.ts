import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, timestamp } from '../shared/fields.ts';
import { smsMaxCharacters } from '../sms/sms-segments.ts';

export const smsStates = ['queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'skipped'] as const;
export type SmsState = (typeof smsStates)[number];

const nameRef = z.strictObject({ firstName: z.string(), lastName: z.string() });

export const smsMessage = z
  .strictObject({
    id,
    smsText: z.string(),
    isReceived: z.boolean(),
    state: z.enum(smsStates),
    /** Why it was skipped or failed, or what it waits for. */
    reason: z.string().nullable(),
    /** True if the caller's organization sent it and can resend it. */
    canResend: z.boolean(),
    recipient: nameRef.nullable(),
    sender: nameRef.nullable(),
    createTimestamp: timestamp,
  })
  .meta({ id: 'SmsMessage' });

export type SmsMessage = z.infer<typeof smsMessage>;

/** Specification §5: staff texts have at most 300 characters. */
export const messageText = z
  .string({ error: 'Please type a message' })
  .trim()
  .min(1, 'Please type a message')
  .refine((text) => [...text].length <= smsMaxCharacters, 'A message can have at most 300 characters.')
  .meta({ maxLength: smsMaxCharacters });

export const staffMessage = z.strictObject({
  message: messageText,
  /** The request whose transcript includes the message. */
  serviceRequestId: id.nullable().optional(),
});

export const messageCalls = defineCalls('Messages', {
  'GET /v1/messages/getServiceRequestMessages/{id}': {
    summary: 'The SMS transcript of a request, oldest first.',
    answers: z.array(smsMessage),
  },
  'GET /v1/messages/getServiceRequestMessagesCsv/{id}': {
    summary: 'The SMS transcript of a request as CSV.',
    needsProof: true,
    contentType: 'text/csv',
  },
  'GET /v1/messages/getPatientMessages/{patientId}': {
    summary: 'The SMS transcript of a member with your organization, oldest first.',
    answers: z.array(smsMessage),
  },
  'GET /v1/messages/getPatientMessagesCsv/{patientId}': {
    summary: 'The SMS transcript of a member with your organization as CSV.',
    needsProof: true,
    contentType: 'text/csv',
  },
  'POST /v1/users/{id}/messages': {
    summary: 'Sends one SMS to a member.',
    body: staffMessage,
    creates: true,
    answers: smsMessage,
  },
  'POST /v1/messages/{id}/resend': {
    summary: 'Resends a text that failed or, with `confirm: true`, one that may have arrived.',
    body: z.strictObject({ confirm: z.boolean().optional() }),
    answers: smsMessage,
    errors: [409],
  },
  'GET /v1/messages/delivery': {
    summary: 'Whether texts go out, or wait because the text provider is not answering.',
    answers: z.strictObject({ sendingPausedSince: timestamp.nullable() }),
  },
  'GET /v1/events': {
    summary:
      'Server-sent events about the requests, notes, messages, employees and profile of your organization: ids, statuses and versions.',
    contentType: 'text/event-stream',
  },
  'POST /v1/messages/inbound': {
    summary: "The SMS provider's webhook for what members write, form-encoded and signed.",
    form: true,
    contentType: 'text/xml',
  },
  'POST /v1/messages/status': { summary: "The SMS provider's delivery callback, form-encoded and signed.", form: true },
});
