import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam } from '../shared/fields.ts';

const tag = 'Users';

export const emailPreference = z
  .strictObject({
    id: id.nullable(),
    userId: id,
    serviceName: z.string(),
    serviceId: id,
    isEmailRequired: z.boolean(),
  })
  .meta({ id: 'EmailPreference' });

export type EmailPreference = z.infer<typeof emailPreference>;

const preferenceInput = z.strictObject({
  id: id.nullable().optional(),
  userId: id.optional(),
  serviceName: z.string().optional(),
  serviceId: id,
  isEmailRequired: z.boolean(),
});

const input = z.union([preferenceInput, z.array(preferenceInput).min(1).max(500)]);
const params = z.strictObject({ id: idParam });
const answers = { status: 200, body: z.array(emailPreference) } as const;

export const emailPreferenceCalls = {
  'GET /v1/users/{id}/email-preferences': {
    tag,
    summary: 'For each service of the organization, whether this person gets emails about its requests.',
    params,
    answers,
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{id}/email-preferences': {
    tag,
    summary: 'Saves one or more choices and returns the whole list.',
    params,
    body: input,
    answers: { ...answers, status: 201 },
    errors: [400, 401, 403, 404],
  },
  'PUT /v1/users/{id}/email-preferences': {
    tag,
    summary: 'Changes one or more choices and returns the whole list.',
    params,
    body: input,
    answers,
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
