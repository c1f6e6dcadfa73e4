/** What can be taken from either of two records that are merged. */
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

/** For how long a merge can be undone. */
export const mergeUndoDays = 30;
