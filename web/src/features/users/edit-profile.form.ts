import { type User, type UserUpdate, userUpdate } from '@kinbridge/contract/users/users.contract';
import { changedFields, rebaseEdit } from '../../ui/edited-record.ts';
import { errorsFromSchema } from '../../ui/form-errors-from-schema.ts';

export const profileLabels = {
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
  sendPushNotifications: 'Push notifications',
  sendSmsTexts: 'SMS texts',
} as const;

type Field = keyof typeof profileLabels;
const fields = Object.keys(profileLabels) as Field[];

type TextField = Exclude<Field, 'sendPushNotifications' | 'sendSmsTexts'>;
type Profile = Record<TextField, string> & { sendPushNotifications: boolean; sendSmsTexts: boolean };
export type ProfileValues = Profile & { currentPassword: string };

/** A person as the form shows them: what is absent is a blank field. */
export function toValues(user: User): ProfileValues {
  const values = Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as Profile;
  return { ...values, currentPassword: '' };
}

/** What differs from the person that the form was opened with. */
export function changesOf(values: ProfileValues, user: User): Partial<Profile> {
  return changedFields(fields, values, toValues(user));
}

export function validateProfile(values: ProfileValues, user: User): Record<string, string> {
  const changes = changesOf(values, user);
  const errors = errorsFromSchema(userUpdate, changes);
  if (changes.email === '') errors.email = 'Email is required.';
  if (changes.email !== undefined && values.currentPassword === '') errors.currentPassword = 'Password is required.';
  return errors;
}

/** The call's body. The timestamp lets the server notice that somebody else saved meanwhile. */
export function toUpdate(values: ProfileValues, user: User): UserUpdate {
  const changes = changesOf(values, user);
  return {
    ...changes,
    ...(changes.email !== undefined && { currentPassword: values.currentPassword }),
    updateTimestamp: user.updateTimestamp,
  };
}

/** Takes what was saved meanwhile into the form, except where the person typed something else. */
export function rebase(values: ProfileValues, before: User, fresh: User) {
  const rebased = rebaseEdit(profileLabels, { values, before: toValues(before), fresh: toValues(fresh) });
  return { ...rebased, values: { ...rebased.values, currentPassword: values.currentPassword } };
}
