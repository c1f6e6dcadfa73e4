import { organizationTypeLabels } from '@kinbridge/contract/organizations/organization-type';
import { organizationProfile } from '@kinbridge/contract/organizations/organizations.contract';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { errorsFromSchema } from '../../ui/form-errors-from-schema.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SlideHeading } from '../../ui/slides.tsx';
import { SlideButtons } from '../../ui/slides-buttons.tsx';
import { LogoField } from './logo-field.tsx';
import classes from './organization-form.module.css';
import { organizationLabels, organizationTexts } from './organizations.texts.ts';

export interface OrganizationValues {
  name: string;
  organizationType: string | null;
  phoneNumber: string;
  email: string;
  website: string;
  addressLine1: string;
  city: string;
  addressLine2: string;
  zipCode: string;
  description: string;
}

export const emptyOrganization: OrganizationValues = {
  name: '',
  organizationType: null,
  phoneNumber: '',
  email: '',
  website: '',
  addressLine1: '',
  city: '',
  addressLine2: '',
  zipCode: '',
  description: '',
};

export function useOrganizationForm(initial: OrganizationValues, onChange: (values: OrganizationValues) => void) {
  return useForm<OrganizationValues>({
    initialValues: initial,
    validate: organizationErrors,
    onValuesChange: onChange,
  });
}

/** Enter may submit before the phone field was left, so the number is written out here as well. */
export function writtenOut(values: OrganizationValues): OrganizationValues {
  return { ...values, phoneNumber: toE164(values.phoneNumber) ?? values.phoneNumber };
}

export function organizationErrors(values: OrganizationValues): Record<string, string> {
  return errorsFromSchema(organizationProfile, writtenOut(values));
}

const typeOptions = Object.entries(organizationTypeLabels).map(([value, label]) => ({ value, label }));

interface OrganizationFormProps {
  form: UseFormReturnType<OrganizationValues>;
  logo: File | null;
  onLogo: (logo: File | null) => void;
  /** True when a logo was chosen that a reload has lost. */
  logoLost: boolean;
  /** True once the organization exists: its details are then no longer changed here. */
  locked: boolean;
  onNext: () => void;
}

export function OrganizationForm({ form, logo, onLogo, logoLost, locked, onNext }: OrganizationFormProps) {
  const field = (name: keyof OrganizationValues) => ({
    label: organizationLabels[name],
    size: 'md',
    ...form.getInputProps(name),
  });
  return (
    <CheckedForm
      form={form}
      labels={organizationLabels}
      onValid={onNext}
      heading={
        <SlideHeading lead={locked ? organizationTexts.registered : organizationTexts.lead}>
          {organizationTexts.title}
        </SlideHeading>
      }
    >
      <Stack gap={16}>
        <fieldset disabled={locked} className={classes.fields}>
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
          <TextInput
            {...field('website')}
            className={classes.wide}
            type="url"
            autoComplete="url"
            placeholder="https://"
          />
          <TextInput {...field('addressLine1')} className={classes.wide} autoComplete="address-line1" />
          <div className={classes.place}>
            <TextInput {...field('city')} autoComplete="address-level2" />
            <TextInput {...field('addressLine2')} autoComplete="address-level1" />
            <TextInput {...field('zipCode')} inputMode="numeric" autoComplete="postal-code" />
          </div>
          <Textarea {...field('description')} className={classes.wide} autosize minRows={3} maxRows={8} />
          <div className={classes.wide}>
            <LogoField logo={logo} onChange={onLogo} lost={logoLost} />
          </div>
        </fieldset>
        <SlideButtons />
      </Stack>
    </CheckedForm>
  );
}
