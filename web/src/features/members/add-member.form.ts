import { type MemberField, memberFieldNames, memberFields } from '@kinbridge/contract/member-fields/member-fields';
import {
  type AddedMember,
  addedMember,
  type TypedMember,
  typedMember,
} from '@kinbridge/contract/members/members.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { SamePersonAnswer } from '../../ui/same-person/possible-match.ts';

export type AddMemberValues = Record<MemberField, string>;

/** In the order of the form. */
const fields = new Set<MemberField>([
  'firstName',
  'lastName',
  'dateOfBirth',
  'phoneNumber',
  'email',
  'participantId',
  ...memberFieldNames,
]);
export const addMemberLabels = Object.fromEntries([...fields].map((field) => [field, memberFields[field].label]));
export const emptyMember = Object.fromEntries([...fields].map((field) => [field, ''])) as AddMemberValues;
export const addMemberSchema = addedMember;

/** The member for the API, with what staff said about a person who may be known. */
export function answerFor(values: AddMemberValues, answer: SamePersonAnswer | null): AddedMember {
  if (answer === null) return values;
  return answer === 'new' ? { ...values, newPerson: true } : { ...values, patientId: answer };
}

/** The labels of what was typed for a member who was known before and has something else on record. */
export function keptOnRecord(values: AddMemberValues, member: User): string[] {
  const typed = addMemberSchema.parse(values);
  return [...fields]
    .filter((field) => typed[field] && typed[field] !== member[field])
    .map((field) => memberFields[field].label);
}

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
