import { type MemberField, memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { BirthdayField } from '../../ui/fields/birthday-field.tsx';
import { LanguageField } from '../../ui/fields/language-field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import type { AddMemberValues } from './add-member.form.ts';
import classes from './add-member.module.css';
import { SimilarMembers } from './similar-members.tsx';

/** The person's details, similar members, and the address. */
export function AddMemberFields({ form }: { form: UseFormReturnType<AddMemberValues> }) {
  const field = (name: MemberField) => ({
    label: memberFields[name].label,
    ...form.getInputProps(name),
    // Browsers would suggest the data of the person at the desk.
    autoComplete: 'off',
  });
  return (
    <div className={`gap-14 gap-x-md grid pair start ${classes.fields}`}>
      <TextInput {...field('firstName')} withAsterisk />
      <TextInput {...field('lastName')} withAsterisk />
      <BirthdayField {...field('dateOfBirth')} />
      <PhoneField {...field('phoneNumber')} placeholder="(222) 333-4444" />
      <SimilarMembers values={form.values} />
      <TextInput {...field('email')} type="email" />
      <TextInput {...field('participantId')} inputMode="numeric" placeholder="11 digits" />
      <TextInput {...field('addressLine1')} className="wide" />
      <TextInput {...field('addressLine2')} className="wide" />
      <TextInput {...field('city')} />
      <div className="grid gap-md pair">
        <TextInput {...field('state')} />
        <TextInput {...field('zipCode')} inputMode="numeric" />
      </div>
      <LanguageField {...field('language')} />
    </div>
  );
}
