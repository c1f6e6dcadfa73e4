import { organizationProfile } from '@kinbridge/contract/organizations/organizations.contract';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { useForm } from '@mantine/form';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';

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
