import { type User, type UserUpdate, userUpdate } from '@kinbridge/contract/users/users.contract';
import { changedFields, rebaseEdit } from '../../ui/edited-record.ts';
import { errorsFromSchema } from '../../ui/form-errors-from-schema.ts';

/** Push notices are for staff; a member has none. */
export const memberLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phoneNumber: 'Phone Number',
  dateOfBirth: 'Date of Birth',
  addressLine1: 'Address',
  addressLine2: 'Address line 2',
  city: 'City',
  state: 'State',
  zipCode: 'Zip Code',
  participantId: 'Participant ID',
  sendSmsTexts: 'SMS texts',
} as const;

export type MemberField = keyof typeof memberLabels;
const fields = Object.keys(memberLabels) as MemberField[];

export type MemberValues = Record<Exclude<MemberField, 'sendSmsTexts'>, string> & { sendSmsTexts: boolean };

/** A member as the form shows them: what is absent is a blank field. */
export function toValues(member: User): MemberValues {
  return Object.fromEntries(fields.map((field) => [field, member[field] ?? ''])) as unknown as MemberValues;
}

export function changesOf(values: MemberValues, member: User): Partial<MemberValues> {
  return changedFields(fields, values, toValues(member));
}

export function validateMember(values: MemberValues, member: User): Record<string, string> {
  return errorsFromSchema(userUpdate, changesOf(values, member));
}

/** The call's body. The timestamp lets the server notice that somebody else saved meanwhile. */
export function toUpdate(values: MemberValues, member: User): UserUpdate {
  return { ...changesOf(values, member), updateTimestamp: member.updateTimestamp };
}

/** Takes what was saved meanwhile into the form, except where the person typed something else. */
export function rebase(values: MemberValues, before: User, fresh: User) {
  return rebaseEdit(memberLabels, { values, before: toValues(before), fresh: toValues(fresh) });
}
