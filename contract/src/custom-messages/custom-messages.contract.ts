import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam } from '../shared/fields.ts';
import { messageTemplateKeys, missingVariables } from './message-templates.ts';

const tag = 'Custom messages';

export const customMessage = z
  .strictObject({
    id: id.nullable(),
    key: z.enum(messageTemplateKeys),
    msg: z.string(),
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
    organizationId: id.optional(),
  })
  .superRefine((input, context) => {
    const message = missingVariables(input.key, input.msg);
    if (message && input.msg !== '') context.addIssue({ code: 'custom', path: ['msg'], message });
  });

const params = z.strictObject({ id: idParam });

export const customMessageCalls = {
  'GET /v1/organizations/{id}/custom-messages': {
    tag,
    summary: 'The three templates of the organization; one that was never edited has its default text and no id.',
    params,
    answers: { status: 200, body: z.array(customMessage) },
    errors: [400, 401, 403, 404],
  },
  'POST /v2/organizations/{id}/custom-messages': {
    tag,
    summary: 'Saves your own text for a template that had its default.',
    params,
    body: customMessageInput,
    creates: true,
    answers: { status: 201, body: customMessage },
    errors: [400, 401, 403, 404, 409],
  },
  'PUT /v2/organizations/{id}/custom-messages': {
    tag,
    summary: 'Changes your own text for a template.',
    params,
    body: customMessageInput,
    answers: { status: 200, body: customMessage },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
