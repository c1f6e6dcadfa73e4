import { z } from 'zod';
import { newMember } from '../member-fields/member-rules.ts';
import { serviceType } from '../services/service-type.schema.ts';
import { contact } from '../services/services.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { id, idParam, namedRef, optionalLines, personRef, timestamp } from '../shared/fields.ts';
import { attachmentMaxBytes } from './attachment-limits.ts';
import { outcomeActors, outcomeCodes, requestSources } from './outcomes.ts';
import { serviceRequestStatus } from './service-request-status.schema.ts';
import { boardStatuses } from './service-request-status.ts';

export const serviceRequestMember = z.strictObject({
  id,
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  zipCode: z.string().nullable(),
});

/** How a request ended. */
export const outcome = z.strictObject({
  code: z.enum(outcomeCodes),
  note: z.string().nullable(),
  by: z.enum(outcomeActors),
  timestamp,
});
export type Outcome = z.infer<typeof outcome>;

/** How a move ends a request. The code must be one of the status that the request moves to. */
export const newOutcome = z
  .strictObject({
    code: z.enum(outcomeCodes, { error: `Must be one of ${outcomeCodes.join(', ')}.` }),
    note: optionalLines('Note', 500),
  })
  .refine(({ code, note }) => code !== 'OTHER' || note != null, {
    path: ['note'],
    message: 'Please say what the reason is.',
  });
export type NewOutcome = z.output<typeof newOutcome>;

export const serviceRequest = z
  .strictObject({
    id,
    status: serviceRequestStatus,
    version: z.int().positive(),
    service: z.strictObject({
      id,
      name: z.string(),
      type: serviceType,
      organizationId: id,
      organization: namedRef,
      contact,
    }),
    organizationId: id,
    organization: namedRef,
    patient: serviceRequestMember,
    assignee: personRef.nullable(),
    description: z.string().nullable(),
    fileName: z.string().nullable(),
    createTimestamp: timestamp,
    updateTimestamp: timestamp,
    completeTimestamp: timestamp.nullable(),
    statusTimestamp: timestamp,
    /** When the providing organization promised to respond by; null once it did or the request ended. */
    dueTimestamp: timestamp.nullable(),
    /** When the providing side first did something since the request was last Requested. */
    respondedTimestamp: timestamp.nullable(),
    overdue: z.boolean(),
    /** Accepted, and the providing side has left it alone for the days that its service allows. */
    stalled: z.boolean(),
    /** Why nobody at the provider takes care of it: the organization was suspended, or its service deleted. */
    unavailable: z.enum(['SUSPENDED', 'DELETED']).nullable(),
    outcome: outcome.nullable(),
    followsId: id.nullable(),
    followedByIds: z.array(id),
    source: z.enum(requestSources),
    memberSaysNo: z.boolean(),
    smsBlockedReason: z.string().nullable(),
    allowedMoves: z.array(serviceRequestStatus),
  })
  .meta({ id: 'ServiceRequest' });

export type ServiceRequest = z.infer<typeof serviceRequest>;

export const comment = z
  .strictObject({
    id,
    serviceRequestId: id,
    content: z.string(),
    fileName: z.string().nullable(),
    createdBy: personRef,
    updateTimestamp: timestamp,
  })
  .meta({ id: 'Note' });

export type Comment = z.infer<typeof comment>;

export const requiredFieldText = 'This is a required field';

export const newServiceRequest = z
  .strictObject({
    organizationId: id,
    patientId: id.nullable().optional(),
    serviceId: z.int({ error: requiredFieldText }).positive(requiredFieldText),
    /** Beside patientId, fills the blank fields of that member. newPerson makes a record of its own. */
    patient: newMember.extend({ newPerson: z.boolean().optional() }).nullable().optional(),
    description: optionalLines('Description', 4000),
    assigneeId: id.nullable().optional(),
    /** A declined or overdue request of the same member, which this one tries again. */
    followsId: id.nullable().optional(),
  })
  .refine((input) => input.patientId != null || input.patient != null, {
    path: ['patient'],
    message: 'Enter who the request is for.',
  });

export type NewServiceRequest = z.input<typeof newServiceRequest>;

export const newComment = z.strictObject({
  serviceRequestId: id,
  content: z
    .string()
    .trim()
    .max(8000, 'A comment can have at most 8,000 characters.')
    .nullable()
    .optional()
    .transform((text) => text ?? ''),
  createdById: id.nullable().optional(),
});

export const timelineKinds = ['created', 'moved', 'assigned', 'reminded', 'note', 'message', 'viewed'] as const;

export const timelineEntry = z.strictObject({
  at: timestamp,
  kind: z.enum(timelineKinds),
  actor: personRef.nullable(),
  organization: namedRef.nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** Background: the request was already open, so this read isn't a new view. */
const readQuery = z.strictObject({ background: z.enum(['true', 'false']).optional() });

const file = { name: 'file', required: false, maxBytes: attachmentMaxBytes };

export const serviceRequestCalls = defineCalls('Service requests', {
  'POST /v1/service-requests': {
    summary:
      'Creates a request for one service. A member who surely matches is used. A possible match is 409 `possible_match` with `candidates`, until the call says `patientId` or `patient.newPerson`.',
    multipart: { json: { serviceRequest: newServiceRequest }, file },
    creates: true,
    answers: serviceRequest,
    errors: [404],
  },
  'GET /v1/service-requests/{id}': {
    summary: 'One request, for either side of it.',
    query: readQuery,
    answers: serviceRequest,
  },
  'GET /v1/service-requests/{id}/timeline': {
    summary: 'Everything that happened to a request, oldest first.',
    query: readQuery,
    answers: z.array(timelineEntry),
  },
  'GET /v1/service-requests/{id}/notes': {
    summary: 'The comments on a request, oldest first.',
    answers: z.array(comment),
  },
  'GET /v1/service-requests/{id}/file': {
    summary: 'The attachment of a request.',
    contentType: 'application/octet-stream',
    errors: [410],
  },
  'POST /v1/service-requests/{id}/assign/{employeeId}': {
    summary: 'Assigns a request to an employee of the providing organization. The status stays the same.',
    answers: serviceRequest,
    errors: [409],
  },
  'POST /v1/service-requests/{id}/transition/{newStatus}': {
    summary: 'Moves a request to an allowed status. A stale version or a refused move returns the current request.',
    params: z.strictObject({ id: idParam, newStatus: serviceRequestStatus }),
    body: z.strictObject({ version: z.int().positive().optional(), outcome: newOutcome.nullable().optional() }),
    answers: serviceRequest,
    /** The conflict has the current request as `current`. */
    errors: [409],
  },
  'POST /v1/service-requests/transition/{status}': {
    summary: 'Moves many requests, to any status. Requests that cannot move are skipped with a reason.',
    params: z.strictObject({
      status: z.enum(boardStatuses, { error: 'Requests can be moved to any status but Cancelled.' }),
    }),
    body: z.strictObject({
      serviceRequestIds: z.array(id).min(1, 'Please select at least one request.').max(5000, 'At most 5,000 at once.'),
      status: serviceRequestStatus.optional(),
      /** Moves only requests in this status. */
      from: serviceRequestStatus.optional(),
      /** Undoes the caller's own last move of each request, at most 30 seconds old, as if it never happened. */
      undo: z.boolean().optional(),
      /** Only with Completed. */
      outcome: newOutcome.nullable().optional(),
    }),
    answers: z.strictObject({
      moved: z.array(id),
      skipped: z.array(z.strictObject({ id, reason: z.string() })),
      message: z.string(),
    }),
    errors: [404],
  },
  'POST /v1/notes': {
    summary: 'Comments on a request, with text, a file, or both.',
    multipart: { json: { note: newComment }, file },
    creates: true,
    answers: comment,
    errors: [404],
  },
  'GET /v1/notes/{id}/file': {
    summary: 'The attachment of a comment.',
    contentType: 'application/octet-stream',
    errors: [410],
  },
  'GET /v1/users/{id}/service-requests': {
    summary: 'The requests for a member that the caller may see, newest first.',
    answers: z.array(serviceRequest),
  },
  'GET /v1/users/{id}/service-request-assignments': {
    summary: 'The requests assigned to an employee, newest first.',
    answers: z.array(serviceRequest),
  },
});
