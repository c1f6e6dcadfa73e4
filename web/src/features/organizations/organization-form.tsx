import { organizationProfile } from '@kinbridge/contract/organizations/organizations.contract';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { SlideButtons } from '../../ui/slides/slides-buttons.tsx';
import { LogoField } from './logo-field.tsx';
import { OrganizationFields } from './organization-fields.tsx';
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

/** Enter may submit before the phone field lost focus, so the number is formatted here too. */
export function writtenOut(values: OrganizationValues): OrganizationValues {
  return { ...values, phoneNumber: toE164(values.phoneNumber) ?? values.phoneNumber };
}

export function organizationErrors(values: OrganizationValues): Record<string, string> {
  return errorsFromSchema(organizationProfile, writtenOut(values));
}

interface OrganizationFormProps {
  form: UseFormReturnType<OrganizationValues>;
  logo: File | null;
  onLogo: (logo: File | null) => void;
  /** True if a reload lost the chosen logo. */
  logoLost: boolean;
  /** True once the organization exists: its details can no longer change here. */
  locked: boolean;
  onNext: () => void;
}

export function OrganizationForm({ form, logo, onLogo, logoLost, locked, onNext }: OrganizationFormProps) {
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
          <OrganizationFields form={form} size="md" />
          <div className={classes.wide}>
            <LogoField logo={logo} onChange={onLogo} lost={logoLost} />
          </div>
        </fieldset>
        <SlideButtons />
      </Stack>
    </CheckedForm>
  );
}
