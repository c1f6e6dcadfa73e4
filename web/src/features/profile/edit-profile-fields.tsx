import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { BirthdayField } from '../../ui/fields/birthday-field.tsx';
import { LanguageField } from '../../ui/fields/language-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { type Edited, fieldsOf, type ProfileField, type ProfileValues, profileLabels } from './edit-profile.form.ts';
import classes from './edit-profile-fields.module.css';
import { editTexts } from './users.texts.ts';

interface EditProfileFieldsProps {
  form: UseFormReturnType<ProfileValues>;
  edited: Edited;
}

const ownCompletions: Partial<Record<ProfileField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  phoneNumber: 'tel',
  email: 'email',
  addressLine1: 'address-line1',
  addressLine2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zipCode: 'postal-code',
};

export function EditProfileFields({ form, edited }: EditProfileFieldsProps) {
  const { user, own } = edited;
  const fields = fieldsOf(edited);
  const texts = editTexts(user, own);
  const text = (field: ProfileField) => ({
    label: profileLabels[field],
    ...form.getInputProps(field),
    // On other people's profiles, browsers would suggest the data of the person at the desk.
    autoComplete: (own && ownCompletions[field]) || 'off',
  });
  const box = (field: ProfileField) => form.getInputProps(field, { type: 'checkbox' });
  // The opt-out belongs to the number: a new number has none.
  const optedOut = user.smsBlockedReason === smsBlockedReasons.optedOut && form.values.phoneNumber === user.phoneNumber;
  return (
    <div className={`gap-14 gap-x-md grid pair ${classes.fields}`}>
      <TextInput {...text('firstName')} withAsterisk />
      <TextInput {...text('lastName')} withAsterisk />
      <PhoneField {...text('phoneNumber')} value={form.values.phoneNumber} />
      <BirthdayField {...text('dateOfBirth')} value={form.values.dateOfBirth} />
      <div className="wide">
        <EmailField form={form} edited={edited} field={text('email')} />
      </div>
      <TextInput {...text('addressLine1')} className="wide" />
      <TextInput {...text('addressLine2')} className="wide" />
      <TextInput {...text('city')} />
      <div className="grid gap-md pair">
        <TextInput {...text('state')} />
        <TextInput {...text('zipCode')} inputMode="numeric" />
      </div>
      {fields.includes('participantId') && (
        <TextInput {...text('participantId')} inputMode="numeric" placeholder="11 digits" />
      )}
      {fields.includes('language') && <LanguageField {...text('language')} />}
      <div className="grid gap-10 wide">
        {fields.includes('sendPushNotifications') && (
          <Checkbox
            {...box('sendPushNotifications')}
            label={profileLabels.sendPushNotifications}
            description={texts.pushHint}
          />
        )}
        <Checkbox
          {...box('sendSmsTexts')}
          {...(optedOut && { checked: false })}
          disabled={optedOut}
          label={profileLabels.sendSmsTexts}
          description={optedOut ? texts.optedOutHint : texts.smsHint}
        />
      </div>
    </div>
  );
}

interface EmailFieldProps extends EditProfileFieldsProps {
  field: { label: string; autoComplete: string };
}

/** A member's email is changed here; a login's only by its owner, with the password. */
function EmailField({ form, edited: { user, own }, field }: EmailFieldProps) {
  if (!own && user.userType !== 'PATIENT') {
    return (
      <TextInput
        label={field.label}
        value={user.email ?? ''}
        readOnly
        variant="filled"
        description="Only this person can change their sign-in email."
      />
    );
  }
  const changed = own && form.values.email !== (user.email ?? '');
  return (
    <>
      <TextInput
        {...field}
        type="email"
        description={
          user.pendingEmail
            ? `${user.pendingEmail} isn't verified yet.`
            : changed && "We'll send a link to the new address. Open it to confirm the change."
        }
      />
      {changed && (
        <PasswordField label="Current password" withAsterisk mt={12} {...form.getInputProps('currentPassword')} />
      )}
    </>
  );
}
