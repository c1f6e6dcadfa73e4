/** What says who a member is. Only the organization that added the member changes these; others propose changes. */
export const identityFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'phoneNumber',
  'email',
  'participantId',
] as const;

export type IdentityField = (typeof identityFields)[number];

export function isIdentityField(field: string): field is IdentityField {
  return (identityFields as readonly string[]).includes(field);
}
