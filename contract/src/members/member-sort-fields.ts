/** The sort fields of the member list. */
export const memberSortFields = [
  'firstName',
  'lastName',
  'id',
  'dateOfBirth',
  'email',
  'phoneNumber',
  'zipCode',
  'createTimestamp',
] as const;

export type MemberSortField = (typeof memberSortFields)[number];
