import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, personRef, timestamp } from '../shared/fields.ts';

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
  proposedBy: personRef,
  createTimestamp: timestamp,
};

/** Changes of an approved organization's profile that wait for an operator. */
export const proposedProfile = z.strictObject(proposedProfileFields).meta({ id: 'ProposedProfile' });
export type ProposedProfile = z.infer<typeof proposedProfile>;

export const proposedProfileCalls = defineCalls('Organizations', {
  'DELETE /v1/organizations/{id}/proposed-profile': {
    summary: 'Withdraws the changes of the profile that wait for an operator.',
  },
  'GET /v1/organizations/{id}/proposed-image': {
    summary: 'The logo that waits for an operator, for the staff of the organization.',
    contentType: 'image/webp',
    errors: [410],
  },
});
