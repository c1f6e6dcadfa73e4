import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id } from '../shared/fields.ts';
import { messageTemplateKeys, missingVariables, templateOf } from './message-templates.ts';

export const customMessage = z
  .strictObject({
    id: id.nullable(),
    key: z.enum(messageTemplateKeys),
    msg: z.string(),
    /** False for a message that the organization switched off. */
    enabled: z.boolean(),
    organizationId: id,
  })
  .meta({ id: 'CustomMessage' });

export type CustomMessage = z.infer<typeof customMessage>;

export const customMessageInput = z
  .strictObject({
    id: id.nullable().optional(),
    key: z.enum(messageTemplateKeys),
    msg: z
      .string({ error: 'This is required' })
      .trim()
      .min(1, 'This is required')
      .max(600, 'A message can have at most 600 characters.'),
    enabled: z.boolean().optional(),
    organizationId: id.optional(),
  })
  .superRefine((input, context) => {
    const message = missingVariables(input.key, input.msg);
    if (message && input.msg !== '') context.addIssue({ code: 'custom', path: ['msg'], message });
    if (input.enabled === false && !templateOf(input.key).canBeOff) {
      context.addIssue({ code: 'custom', path: ['enabled'], message: "This message can't be switched off." });
    }
  });

export const customMessageCalls = defineCalls('Custom messages', {
  'GET /v1/organizations/{id}/custom-messages': {
    summary: 'The templates of the organization; one that was never edited has its default text and no id.',
    answers: z.array(customMessage),
  },
  'POST /v2/organizations/{id}/custom-messages': {
    summary: 'Saves your own text for a template that had its default.',
    body: customMessageInput,
    creates: true,
    answers: customMessage,
  },
  'PUT /v2/organizations/{id}/custom-messages': {
    summary: 'Changes your own text for a template.',
    body: customMessageInput,
    answers: customMessage,
  },
});
