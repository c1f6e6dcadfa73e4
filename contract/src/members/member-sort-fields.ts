/** What a list of members can be sorted by. */
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
