import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';
import { pageNumber, pageOf, pageSize } from '../shared/paging.ts';
import { supportMessageType, supportReply, supportReplyText, supportState } from '../support/support.contract.ts';

const person = z.strictObject({ id, firstName: z.string(), lastName: z.string() });

const deskQuestion = z.strictObject({
  id,
  messageType: supportMessageType,
  feedback: z.string(),
  state: supportState,
  /** Since when it is in this state: an open one waits since then. */
  stateTimestamp: timestamp,
  createTimestamp: timestamp,
  version: z.int().positive(),
  /** Null for members, whom operators don't see, and for deleted people. */
  asker: person.nullable(),
  organization: z.strictObject({ id, name: z.string() }).nullable(),
  assignee: person.nullable(),
});

const deskThread = deskQuestion
  .extend({ replies: z.array(supportReply.extend({ author: person.nullable() })) })
  .meta({ id: 'SupportDeskThread' });

export type DeskQuestion = z.infer<typeof deskQuestion>;
export type DeskThread = z.infer<typeof deskThread>;

const tag = 'Operator';
const params = z.strictObject({ id: idParam });
const version = z.int().positive();
const errors = [400, 401, 403, 404, 409] as const;

export const operatorSupportCalls = {
  'GET /v1/operator/support': {
    tag,
    summary: 'Support questions: open ones by how long they have waited, others by their last change.',
    query: z.strictObject({
      state: supportState.optional(),
      mine: z.literal('true').optional(),
      page: pageNumber.optional(),
      size: pageSize.optional(),
    }),
    answers: { status: 200, body: pageOf(deskQuestion) },
    errors: [400, 401, 403],
  },
  'GET /v1/operator/support/{id}': {
    tag,
    summary: 'A support question with its thread.',
    params,
    answers: { status: 200, body: deskThread },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/operator/support/{id}/answers': {
    tag,
    summary: 'Answers a question: the person gets it by email and reads it in the portal.',
    params,
    body: z.strictObject({ body: supportReplyText, version }),
    creates: true,
    answers: { status: 201, body: deskThread },
    errors,
  },
  'PUT /v1/operator/support/{id}/assignee': {
    tag,
    summary: 'Assigns a question to an operator, or to nobody.',
    params,
    body: z.strictObject({ assigneeId: id.nullable(), version }),
    answers: { status: 200, body: deskThread },
    errors,
  },
  'PUT /v1/operator/support/{id}/state': {
    tag,
    summary: 'Closes a question without an answer, or opens it again.',
    params,
    body: z.strictObject({ state: z.enum(['OPEN', 'CLOSED']), version }),
    answers: { status: 200, body: deskThread },
    errors,
  },
} as const satisfies CallGroup;
