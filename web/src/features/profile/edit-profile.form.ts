import { type MemberField, memberFieldNames, memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { type User, type UserUpdate, userUpdate } from '@kinbridge/contract/users/users.contract';
import { changedFields, rebaseEdit } from '../../ui/form/edited-record.ts';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';

export type ProfileField = MemberField | 'sendPushNotifications' | 'sendSmsTexts';

/** In the order of the form. */
const textFields = new Set<MemberField>(['firstName', 'lastName', 'phoneNumber', ...memberFieldNames]);
export const profileLabels = {
  ...Object.fromEntries([...textFields].map((field) => [field, memberFields[field].label])),
  sendPushNotifications: 'Push notifications',
  sendSmsTexts: 'SMS texts',
} as Record<ProfileField, string>;

/** The same, with the password field that appears below a changed email. */
export const labelsInOrder: Record<string, string> = Object.fromEntries(
  Object.entries(profileLabels).flatMap(([field, label]) => [
    [field, label],
    ...(field === 'email' ? [['currentPassword', 'Current password']] : []),
  ]),
);

type Profile = Record<MemberField, string> & { sendPushNotifications: boolean; sendSmsTexts: boolean };
export type ProfileValues = Profile & { currentPassword: string };

/** The person whose profile is open, and whether it is your own. */
export interface Edited {
  user: User;
  own: boolean;
}

/**
 * The fields of this profile. Participant ids and languages are for members, push notifications for staff, and only the owner can
 * change a login email.
 */
export function fieldsOf({ user, own }: Edited): ProfileField[] {
  const member = user.userType === 'PATIENT';
  const hidden: ProfileField[] = [
    ...(member ? (['sendPushNotifications'] as const) : (['participantId', 'language'] as const)),
    ...(member || own ? [] : (['email'] as const)),
  ];
  return (Object.keys(profileLabels) as ProfileField[]).filter((field) => !hidden.includes(field));
}

/** A person as the form shows them: missing values are blank. */
export function toValues(user: User): ProfileValues {
  const fields = Object.keys(profileLabels) as ProfileField[];
  const values = Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as Profile;
  return { ...values, currentPassword: '' };
}

/** Enter may submit before the phone field lost focus, so the number is formatted here too. */
export function writtenOut(values: ProfileValues): ProfileValues {
  return { ...values, phoneNumber: toE164(values.phoneNumber) ?? values.phoneNumber };
}

/** What differs from the person the form was opened with. */
export function changesOf(values: ProfileValues, edited: Edited): Partial<Profile> {
  return changedFields(fieldsOf(edited), values, toValues(edited.user));
}

export function validateProfile(values: ProfileValues, edited: Edited): Record<string, string> {
  const changes = changesOf(values, edited);
  const errors = errorsFromSchema(userUpdate, changes);
  if (!edited.own || changes.email === undefined) return errors;
  if (changes.email === '') errors.email = 'Email is required.';
  if (values.currentPassword === '') errors.currentPassword = 'Password is required.';
  return errors;
}

/** The request body. With the timestamp, the server notices if someone else saved first. */
export function toUpdate(values: ProfileValues, edited: Edited): UserUpdate {
  const changes = changesOf(values, edited);
  return {
    ...changes,
    ...(edited.own && changes.email !== undefined && { currentPassword: values.currentPassword }),
    updateTimestamp: edited.user.updateTimestamp,
  };
}

/** Merges newer saved values into the form, except where the person typed something else. */
export function rebase(values: ProfileValues, before: User, fresh: User) {
  const rebased = rebaseEdit(profileLabels, { values, before: toValues(before), fresh: toValues(fresh) });
  return { ...rebased, values: { ...rebased.values, currentPassword: values.currentPassword } };
}
