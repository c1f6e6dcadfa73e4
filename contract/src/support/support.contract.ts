import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';

/** The two boxes of the Contact Support card with their API names. */
export const supportMessageTypes = {
  'Support Question': 'Technical Support Issue',
  'Business Question': 'Business Inquiry',
} as const;

export type SupportMessageType = keyof typeof supportMessageTypes;

export const supportMessage = z.strictObject({
  messageType: z.enum(Object.keys(supportMessageTypes) as [SupportMessageType, ...SupportMessageType[]], {
    error: 'Please choose what your question is about.',
  }),
  feedback: z
    .string({ error: 'Please type your question' })
    .trim()
    .min(1, 'Please type your question')
    .max(4000, 'A question can have at most 4,000 characters.'),
});

export type SupportMessage = z.input<typeof supportMessage>;

export const supportCalls = {
  'POST /v1/support': {
    tag: 'Support',
    summary: "Sends a question to the operator's chat, or keeps it for the operator where none is configured.",
    body: supportMessage,
    creates: true,
    answers: { status: 202, body: z.strictObject({ message: z.string() }) },
    errors: [400, 401, 403],
  },
} as const satisfies CallGroup;
