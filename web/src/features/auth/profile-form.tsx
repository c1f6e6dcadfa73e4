import { signUpProfileForm } from '@kinbridge/contract/auth/auth.contract';
import { minimumStrength, weakPassword } from '@kinbridge/contract/shared/password';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { fullName } from '@kinbridge/contract/users/full-name';
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { NewPasswordField } from '../../ui/fields/password-field-new.tsx';
import { ratePasswordSoon } from '../../ui/fields/password-strength.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { profileLabels } from './profile.texts.ts';

export interface Profile {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  password: string;
  confirmPassword: string;
}

/** What may be stored in the browser: everything except the passwords. */
export type ProfileDraft = Omit<Profile, 'password' | 'confirmPassword'>;

export const emptyProfileDraft: ProfileDraft = { firstName: '', lastName: '', email: '', phoneNumber: '' };

/**
 * The profile slide of both sign-ups. The page owns the form, so that it can submit it and show the server's errors.
 */
export function useProfileForm(draft: ProfileDraft, onChange: (draft: ProfileDraft) => void) {
  return useForm<Profile>({
    initialValues: { ...draft, password: '', confirmPassword: '' },
    validate: profileErrors,
    onValuesChange: ({ password: _, confirmPassword: __, ...rest }) => onChange(rest),
  });
}

/** Enter may submit before the phone field lost focus, so the number is formatted here too. */
export function withWrittenOutPhone<T extends { phoneNumber: string }>(values: T): T {
  return { ...values, phoneNumber: toE164(values.phoneNumber) ?? values.phoneNumber };
}

export function profileErrors(profile: Profile): Record<string, string> {
  return errorsFromSchema(signUpProfileForm, withWrittenOutPhone(profile));
}

interface ProfileFormProps {
  form: UseFormReturnType<Profile>;
  /** The name of the organization that the person joins or registers. */
  organization: string | undefined;
  onNext: (profile: Profile) => void;
  /** The buttons in the footer; one of them submits. They wait while the password is rated. */
  children: (rating: boolean) => ReactNode;
}

export function ProfileForm({ form, organization, onNext, children }: ProfileFormProps) {
  const { firstName, lastName, email } = form.values;
  const [rating, setRating] = useState(false);
  const known = [organization, fullName({ firstName, lastName }), email];
  const field = (name: keyof Profile) => ({
    label: profileLabels[name],
    size: 'md',
    required: true,
    ...form.getInputProps(name),
  });

  /** Checked here, because a new organization's account is created slides later. */
  async function goOn(values: Profile) {
    if (rating) return;
    setRating(true);
    const score = await ratePasswordSoon(values.password, known);
    setRating(false);
    if (score !== null && score < minimumStrength) form.setFieldError('password', weakPassword);
    else onNext(withWrittenOutPhone(values));
  }

  return (
    <CheckedForm form={form} labels={profileLabels} onValid={goOn}>
      <Stack gap={16}>
        <SimpleGrid cols={2} spacing={12}>
          <TextInput {...field('firstName')} autoComplete="given-name" />
          <TextInput {...field('lastName')} autoComplete="family-name" />
        </SimpleGrid>
        <TextInput {...field('email')} type="email" autoComplete="email" />
        <PhoneField {...field('phoneNumber')} />
        <NewPasswordField {...field('password')} known={known} />
        <PasswordField {...field('confirmPassword')} autoComplete="new-password" />
        {children(rating)}
      </Stack>
    </CheckedForm>
  );
}
