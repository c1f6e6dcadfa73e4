import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';

const tag = 'Organizations';
const params = z.strictObject({ id: idParam });

/** What an operator looked at before approving. Changes by an approved organization wait for one again. */
export const vettedFields = ['name', 'website', 'addressLine1', 'addressLine2', 'city', 'zipCode'] as const;
export type VettedField = (typeof vettedFields)[number];

const proposedField = z.strictObject({
  field: z.enum([...vettedFields, 'imageFilename']),
  /** What others see. */
  value: z.string().nullable(),
  proposedValue: z.string().nullable(),
});

export const proposedProfileFields = {
  id,
  fields: z.array(proposedField),
  proposedBy: z.strictObject({ id, firstName: z.string(), lastName: z.string() }),
  createTimestamp: timestamp,
};

/** Changes of an approved organization's profile that wait for an operator. */
export const proposedProfile = z.strictObject(proposedProfileFields).meta({ id: 'ProposedProfile' });
export type ProposedProfile = z.infer<typeof proposedProfile>;

export const proposedProfileCalls = {
  'DELETE /v1/organizations/{id}/proposed-profile': {
    tag,
    summary: 'Withdraws the changes of the profile that wait for an operator.',
    params,
    answers: { status: 204, body: null },
    errors: [400, 401, 403, 404],
  },
  'GET /v1/organizations/{id}/proposed-image': {
    tag,
    summary: 'The logo that waits for an operator, for the staff of the organization.',
    params,
    answers: { status: 200, body: null, contentType: 'image/webp' },
    errors: [400, 401, 403, 404, 410],
  },
} as const satisfies CallGroup;
