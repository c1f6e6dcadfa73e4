import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { SlideButtons } from '../../ui/slides/slides-buttons.tsx';
import { LogoField } from './logo/logo-field.tsx';
import type { OrganizationValues } from './organization.form.ts';
import { OrganizationFields } from './organization-fields.tsx';
import classes from './organization-form.module.css';
import { organizationLabels, organizationTexts } from './organizations.texts.ts';

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
        <fieldset disabled={locked} className={`gap-md m-0 p-0 grid min-w-0 pair border-0 ${classes.fields}`}>
          <OrganizationFields form={form} size="md" />
          <div className="wide">
            <LogoField logo={logo} onChange={onLogo} lost={logoLost} />
          </div>
        </fieldset>
        <SlideButtons />
      </Stack>
    </CheckedForm>
  );
}
