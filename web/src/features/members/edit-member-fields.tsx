import { smsBlockedReasons } from '@kinbridge/contract/messages/sms-blocked-reasons';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { BirthdayField } from '../../ui/birthday-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { type MemberField, type MemberValues, memberLabels } from './edit-member.form.ts';
import classes from './edit-member-fields.module.css';
import { memberTexts } from './members.texts.ts';

interface EditMemberFieldsProps {
  form: UseFormReturnType<MemberValues>;
  member: User;
}

/** Browsers would offer the data of whoever sits at the desk, so they are told not to. */
const off = { autoComplete: 'off' } as const;

export function EditMemberFields({ form, member }: EditMemberFieldsProps) {
  const text = (field: MemberField) => ({ label: memberLabels[field], ...form.getInputProps(field), ...off });
  // The opt-out belongs to the number: another number has none.
  const optedOut =
    member.smsBlockedReason === smsBlockedReasons.optedOut && form.values.phoneNumber === member.phoneNumber;
  return (
    <div className={classes.fields}>
      <TextInput {...text('firstName')} withAsterisk />
      <TextInput {...text('lastName')} withAsterisk />
      <PhoneField {...text('phoneNumber')} value={form.values.phoneNumber} />
      <BirthdayField {...text('dateOfBirth')} value={form.values.dateOfBirth} />
      <TextInput {...text('email')} type="email" className={classes.wide} />
      <TextInput {...text('addressLine1')} className={classes.wide} />
      <TextInput {...text('addressLine2')} className={classes.wide} />
      <TextInput {...text('city')} />
      <div className={classes.pair}>
        <TextInput {...text('state')} />
        <TextInput {...text('zipCode')} inputMode="numeric" />
      </div>
      <TextInput {...text('participantId')} className={classes.wide} inputMode="numeric" placeholder="11 digits" />
      <Checkbox
        {...form.getInputProps('sendSmsTexts', { type: 'checkbox' })}
        {...(optedOut && { checked: false })}
        className={classes.wide}
        disabled={optedOut}
        label={memberLabels.sendSmsTexts}
        description={optedOut ? smsBlockedReasons.optedOut : memberTexts.smsTextsHint}
      />
    </div>
  );
}
