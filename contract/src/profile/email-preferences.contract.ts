import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id } from '../shared/fields.ts';

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
const answers = z.array(emailPreference);

export const emailPreferenceCalls = defineCalls('Users', {
  'GET /v1/users/{id}/email-preferences': {
    summary: 'For each service of the organization, whether this person gets emails about its requests.',
    answers,
  },
  'POST /v1/users/{id}/email-preferences': {
    summary: 'Saves one or more choices and returns the whole list.',
    body: input,
    status: 201,
    answers,
  },
  'PUT /v1/users/{id}/email-preferences': {
    summary: 'Changes one or more choices and returns the whole list.',
    body: input,
    answers,
  },
});
