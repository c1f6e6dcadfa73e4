import { organizationTypeLabels } from '@kinbridge/contract/organizations/organization-type';
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { GrowingTextarea } from '../../ui/fields/growing-textarea.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import type { OrganizationValues } from './organization.form.ts';
import classes from './organization-form.module.css';
import { organizationLabels } from './organizations.texts.ts';

const typeOptions = Object.entries(organizationTypeLabels).map(([value, label]) => ({ value, label }));

/** The organization's details, at registration and in the account, in a grid of two columns. */
export function OrganizationFields({ form, size }: { form: UseFormReturnType<OrganizationValues>; size: 'xs' | 'md' }) {
  const field = (name: keyof OrganizationValues) => ({
    label: organizationLabels[name],
    size,
    ...form.getInputProps(name),
  });
  return (
    <>
      <TextInput {...field('name')} autoComplete="organization" required />
      <Select
        {...field('organizationType')}
        data={typeOptions}
        placeholder="Choose one"
        allowDeselect={false}
        required
      />
      <PhoneField {...field('phoneNumber')} required />
      <TextInput {...field('email')} type="email" autoComplete="email" />
      <TextInput {...field('website')} className="wide" type="url" autoComplete="url" placeholder="https://" />
      <TextInput {...field('addressLine1')} className="wide" autoComplete="address-line1" />
      <div className={`gap-md grid wide ${classes.place}`}>
        <TextInput {...field('city')} autoComplete="address-level2" />
        <TextInput {...field('addressLine2')} autoComplete="address-level1" />
        <TextInput {...field('zipCode')} inputMode="numeric" autoComplete="postal-code" />
      </div>
      <GrowingTextarea {...field('description')} className="wide" minRows={3} maxRows={8} />
    </>
  );
}
