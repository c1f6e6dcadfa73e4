import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';
import { smsMaxCharacters } from '../sms/sms-segments.ts';

const tag = 'Messages';

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

const params = z.strictObject({ id: idParam });
const readErrors = [400, 401, 403, 404] as const;

export const messageCalls = {
  'GET /v1/messages/getServiceRequestMessages/{id}': {
    tag,
    summary: 'The SMS transcript of a request, oldest first.',
    params,
    answers: { status: 200, body: z.array(smsMessage) },
    errors: readErrors,
  },
  'GET /v1/messages/getServiceRequestMessagesCsv/{id}': {
    tag,
    summary: 'The SMS transcript of a request as CSV.',
    params,
    needsProof: true,
    answers: { status: 200, body: null, contentType: 'text/csv' },
    errors: readErrors,
  },
  'GET /v1/messages/getPatientMessages/{patientId}': {
    tag,
    summary: 'The SMS transcript of a member with your organization, oldest first.',
    params: z.strictObject({ patientId: idParam }),
    answers: { status: 200, body: z.array(smsMessage) },
    errors: readErrors,
  },
  'GET /v1/messages/getPatientMessagesCsv/{patientId}': {
    tag,
    summary: 'The SMS transcript of a member with your organization as CSV.',
    params: z.strictObject({ patientId: idParam }),
    needsProof: true,
    answers: { status: 200, body: null, contentType: 'text/csv' },
    errors: readErrors,
  },
  'POST /v1/users/{id}/messages': {
    tag,
    summary: 'Sends one SMS to a member.',
    params,
    body: staffMessage,
    creates: true,
    answers: { status: 201, body: smsMessage },
    errors: [400, 401, 403, 404, 409],
  },
  'POST /v1/messages/{id}/resend': {
    tag,
    summary: 'Resends a text that failed or, with `confirm: true`, one that may have arrived.',
    params,
    body: z.strictObject({ confirm: z.boolean().optional() }),
    answers: { status: 200, body: smsMessage },
    errors: [400, 401, 403, 404, 409],
  },
  'GET /v1/messages/delivery': {
    tag,
    summary: 'Whether texts go out, or wait because the text provider is not answering.',
    answers: { status: 200, body: z.strictObject({ sendingPausedSince: timestamp.nullable() }) },
    errors: [401, 403],
  },
  'GET /v1/events': {
    tag,
    summary:
      'Server-sent events about the requests, notes, messages, employees and profile of your organization: ids, statuses and versions.',
    answers: { status: 200, body: null, contentType: 'text/event-stream' },
    errors: [401, 403],
  },
  'POST /v1/messages/inbound': {
    tag,
    summary: "The SMS provider's webhook for what members write, form-encoded and signed.",
    form: true,
    answers: { status: 200, body: null, contentType: 'text/xml' },
    errors: [400, 403, 415],
  },
  'POST /v1/messages/status': {
    tag,
    summary: "The SMS provider's delivery callback, form-encoded and signed.",
    form: true,
    answers: { status: 204, body: null },
    errors: [400, 403, 415],
  },
} as const satisfies CallGroup;
