/** The fields that can come from either record of a merge. */
export const mergeFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'phoneNumber',
  'email',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'participantId',
] as const;

export type MergeField = (typeof mergeFields)[number];

/** How long a merge can be undone. */
export const mergeUndoDays = 30;
