import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';

/** The first steps of a new organization, and whether each is done. */
const setup = z
  .strictObject({
    services: z.boolean(),
    logo: z.boolean(),
    colleagues: z.boolean(),
    members: z.boolean(),
    referral: z.boolean(),
    form: z.boolean(),
    dismissed: z.boolean(),
  })
  .meta({ id: 'OrganizationSetup' });

export type OrganizationSetup = z.infer<typeof setup>;

export const setupCalls = defineCalls('Organizations', {
  'GET /v1/organizations/{id}/setup': {
    summary: 'Which first steps your organization has done, and whether an admin dismissed the list.',
    answers: setup,
  },
  'PUT /v1/organizations/{id}/setup': {
    summary: 'Dismisses the list of first steps for the whole organization, or shows it again.',
    body: z.strictObject({ dismissed: z.boolean() }),
    answers: setup,
  },
});
