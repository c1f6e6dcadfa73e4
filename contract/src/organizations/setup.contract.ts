import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { idParam } from '../shared/fields.ts';

const tag = 'Organizations';
const params = z.strictObject({ id: idParam });

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

export const setupCalls = {
  'GET /v1/organizations/{id}/setup': {
    tag,
    summary: 'Which first steps your organization has done, and whether an admin dismissed the list.',
    params,
    answers: { status: 200, body: setup },
    errors: [400, 401, 403, 404],
  },
  'PUT /v1/organizations/{id}/setup': {
    tag,
    summary: 'Dismisses the list of first steps for the whole organization, or shows it again.',
    params,
    body: z.strictObject({ dismissed: z.boolean() }),
    answers: { status: 200, body: setup },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
