/**
 * Fields that identify a member. Only the organization that added the member can change them; others propose changes.
 */
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
