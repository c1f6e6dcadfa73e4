import {
  type AddedMember,
  addedMember,
  type TypedMember,
  typedMember,
} from '@kinbridge/contract/members/members.contract';

/** In the order of the form. */
export const addMemberLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  phoneNumber: 'Phone Number',
  email: 'Email',
  participantId: 'Participant ID',
  addressLine1: 'Address',
  addressLine2: 'Address line 2',
  city: 'City',
  state: 'State',
  zipCode: 'Zip Code',
} as const satisfies Record<keyof AddedMember, string>;

export type AddMemberField = keyof typeof addMemberLabels;
export type AddMemberValues = Record<AddMemberField, string>;

const fields = Object.keys(addMemberLabels) as AddMemberField[];
export const emptyMember = Object.fromEntries(fields.map((field) => [field, ''])) as AddMemberValues;
export const addMemberSchema = addedMember;

/** What a half-typed form says about the person, or null if it isn't enough to find anyone. */
export function recognizableBy(values: AddMemberValues): TypedMember | null {
  const usable = Object.entries(typedMember.shape)
    .map(([field, schema]) => [field, values[field as keyof TypedMember].trim(), schema] as const)
    .filter(([, value, schema]) => value !== '' && schema.safeParse(value).success)
    .map(([field, value]) => [field, value]);
  const typed = Object.fromEntries(usable) as TypedMember;
  const { firstName, lastName, phoneNumber, email, participantId } = typed;
  return (firstName && lastName) || phoneNumber || email || participantId ? typed : null;
}
