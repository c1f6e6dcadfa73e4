import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, timestamp } from '../shared/fields.ts';
import { pageOf, paging } from '../shared/paging.ts';

/** The two boxes of the Contact Support card with their API names. */
export const supportMessageTypes = {
  'Support Question': 'Technical Support Issue',
  'Business Question': 'Business Inquiry',
} as const;

export type SupportMessageType = keyof typeof supportMessageTypes;

export const supportMessageType = z.enum(
  Object.keys(supportMessageTypes) as [SupportMessageType, ...SupportMessageType[]],
  { error: 'Please choose what your question is about.' },
);

const longest = 4000;

export const supportMessage = z.strictObject({
  messageType: supportMessageType,
  feedback: z
    .string({ error: 'Please type your question' })
    .trim()
    .min(1, 'Please type your question')
    .max(longest, 'A question can have at most 4,000 characters.'),
});

export type SupportMessage = z.input<typeof supportMessage>;

/** Open: it waits for the operator. Answered: it waits for nobody, and a reply opens it again. */
export const supportStates = ['OPEN', 'ANSWERED', 'CLOSED'] as const;
export const supportState = z.enum(supportStates);
export type SupportState = z.infer<typeof supportState>;

/** A reply or an answer. */
export const supportReplyText = z
  .string({ error: 'Please type your message.' })
  .trim()
  .min(1, 'Please type your message.')
  .max(longest, 'A message can have at most 4,000 characters.');

export const supportReply = z.strictObject({
  id,
  fromOperator: z.boolean(),
  body: z.string(),
  createTimestamp: timestamp,
});

const ownQuestion = z.strictObject({
  id,
  messageType: supportMessageType,
  feedback: z.string(),
  state: supportState,
  /** Whether it has an answer that wasn't opened. */
  unread: z.boolean(),
  createTimestamp: timestamp,
});

const ownThread = ownQuestion.extend({ replies: z.array(supportReply) }).meta({ id: 'SupportThread' });

export type OwnQuestion = z.infer<typeof ownQuestion>;
export type OwnThread = z.infer<typeof ownThread>;

export const supportCalls = defineCalls('Support', {
  'POST /v1/support': {
    summary: "Asks the operator a question, which also goes to the operator's chat where one is configured.",
    body: supportMessage,
    creates: true,
    status: 202,
    answers: z.strictObject({ message: z.string() }),
  },
  'GET /v1/support': {
    summary: 'Your own questions, newest first; with `unread=true` those with an answer that you have not opened.',
    query: z.strictObject({ ...paging, unread: z.literal('true').optional() }),
    answers: pageOf(ownQuestion),
  },
  'GET /v1/support/{id}': { summary: 'One of your questions with its answers.', answers: ownThread },
  'POST /v1/support/{id}/read': { summary: 'Marks the answers to your question as read.' },
  'POST /v1/support/{id}/replies': {
    summary: 'Adds to your question, which opens it again.',
    body: z.strictObject({ body: supportReplyText }),
    creates: true,
    answers: ownThread,
  },
});
