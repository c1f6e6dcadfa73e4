import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, namedRef, personRef, timestamp } from '../shared/fields.ts';
import { pageOf, paging } from '../shared/paging.ts';
import { supportMessageType, supportReply, supportReplyText, supportState } from '../support/support.contract.ts';

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
  asker: personRef.nullable(),
  organization: namedRef.nullable(),
  assignee: personRef.nullable(),
});

const deskThread = deskQuestion
  .extend({ replies: z.array(supportReply.extend({ author: personRef.nullable() })) })
  .meta({ id: 'SupportDeskThread' });

export type DeskQuestion = z.infer<typeof deskQuestion>;
export type DeskThread = z.infer<typeof deskThread>;

const version = z.int().positive();

export const operatorSupportCalls = defineCalls('Operator', {
  'GET /v1/operator/support': {
    summary: 'Support questions: open ones by how long they have waited, others by their last change.',
    query: z.strictObject({ state: supportState.optional(), mine: z.literal('true').optional(), ...paging }),
    answers: pageOf(deskQuestion),
  },
  'GET /v1/operator/support/{id}': { summary: 'A support question with its thread.', answers: deskThread },
  'POST /v1/operator/support/{id}/answers': {
    summary: 'Answers a question: the person gets it by email and reads it in the portal.',
    body: z.strictObject({ body: supportReplyText, version }),
    creates: true,
    answers: deskThread,
  },
  'PUT /v1/operator/support/{id}/assignee': {
    summary: 'Assigns a question to an operator, or to nobody.',
    body: z.strictObject({ assigneeId: id.nullable(), version }),
    answers: deskThread,
    errors: [409],
  },
  'PUT /v1/operator/support/{id}/state': {
    summary: 'Closes a question without an answer, or opens it again.',
    body: z.strictObject({ state: z.enum(['OPEN', 'CLOSED']), version }),
    answers: deskThread,
    errors: [409],
  },
});
