import type { User } from '@kinbridge/contract/users/users.contract';
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '../../ui/password-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { type ProfileValues, profileLabels } from './edit-profile.form.ts';
import classes from './edit-profile-fields.module.css';

interface EditProfileFieldsProps {
  form: UseFormReturnType<ProfileValues>;
  user: User;
}

export function EditProfileFields({ form, user }: EditProfileFieldsProps) {
  const emailChanged = form.values.email !== (user.email ?? '');
  const text = (field: keyof typeof profileLabels) => ({ label: profileLabels[field], ...form.getInputProps(field) });
  const box = (field: keyof ProfileValues) => form.getInputProps(field, { type: 'checkbox' });
  return (
    <div className={classes.fields}>
      <TextInput {...text('firstName')} withAsterisk autoComplete="given-name" />
      <TextInput {...text('lastName')} withAsterisk autoComplete="family-name" />
      <PhoneField {...text('phoneNumber')} value={form.values.phoneNumber} />
      <TextInput {...text('dateOfBirth')} type="date" autoComplete="bday" max={new Date().toISOString().slice(0, 10)} />
      <div className={classes.wide}>
        <TextInput
          {...text('email')}
          type="email"
          autoComplete="email"
          description={
            user.pendingEmail
              ? `${user.pendingEmail} awaits verification.`
              : emailChanged && 'We will send a link to the new address. It counts once you open that link.'
          }
        />
        {emailChanged && (
          <PasswordField
            label="Current password"
            withAsterisk
            autoComplete="current-password"
            mt={12}
            {...form.getInputProps('currentPassword')}
          />
        )}
      </div>
      <TextInput {...text('addressLine1')} className={classes.wide} autoComplete="address-line1" />
      <TextInput {...text('addressLine2')} className={classes.wide} autoComplete="address-line2" />
      <TextInput {...text('city')} autoComplete="address-level2" />
      <div className={classes.pair}>
        <TextInput {...text('state')} autoComplete="address-level1" />
        <TextInput {...text('zipCode')} autoComplete="postal-code" inputMode="numeric" />
      </div>
      <div className={classes.wide}>
        {user.userType !== 'PATIENT' && (
          <Checkbox
            {...box('sendPushNotifications')}
            label="Push notifications"
            description="Notices in this browser while the portal is open"
          />
        )}
        <Checkbox {...box('sendSmsTexts')} label="SMS texts" description="Text messages to your phone number" mt={10} />
      </div>
    </div>
  );
}
