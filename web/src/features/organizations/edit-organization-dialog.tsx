import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { CallFailure } from '../../ui/form-errors.tsx';
import { notifySuccess } from '../../ui/notices.tsx';
import { RestoredNote } from '../../ui/restored-note.tsx';
import { organizationDraft, useUpdateOrganization } from './account.api.ts';
import { LogoEditor } from './logo-editor.tsx';
import { OrganizationFields } from './organization-fields.tsx';
import classes from './organization-form.module.css';
import { emptyOrganization, type OrganizationValues, organizationErrors, writtenOut } from './organization-form.tsx';
import { accountTexts, organizationLabels } from './organizations.texts.ts';
import { useLogo } from './use-logo.ts';

interface EditOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Edits the business profile, the logo included. */
export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps) {
  const update = useUpdateOrganization(organization.id);
  const logo = useLogo();
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<OrganizationValues>({
    initialValues: toValues(organization),
    validate: organizationErrors,
  });
  const changed = form.isDirty() || logo.picture !== null;
  const [restored, dismiss] = useKeptEdit(organizationDraft, typedIn(form.values, organization), form.setValues);

  function startOver() {
    form.reset();
    dismiss();
  }

  async function save(values: OrganizationValues) {
    if (!changed) return onClose();
    if (update.isPending) return;
    setFailure(null);
    try {
      await update.mutateAsync({ values: writtenOut(values), logo: await logo.toFile() });
      notifySuccess(accountTexts.saved);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) form.setErrors(error.fields);
      else setFailure(error as Error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={accountTexts.edit} size={640} unsaved={changed && !update.isPending}>
      <CheckedForm form={form} labels={organizationLabels} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={accountTexts.failed} error={failure} />}
        <div className={classes.fields}>
          <div className={classes.wide}>
            <LogoEditor organization={organization} logo={logo} />
          </div>
          <OrganizationFields form={form} size="xs" />
        </div>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save Changes
          </Button>
        </DialogFoot>
      </CheckedForm>
    </Dialog>
  );
}

const fields = Object.keys(emptyOrganization) as (keyof OrganizationValues)[];

/** An organization as the form shows it: what is absent is a blank field. */
function toValues(organization: Organization): OrganizationValues {
  return Object.fromEntries(fields.map((field) => [field, organization[field] ?? ''])) as unknown as OrganizationValues;
}

function typedIn(values: OrganizationValues, organization: Organization): Partial<OrganizationValues> {
  const before = toValues(organization);
  return Object.fromEntries(fields.filter((field) => values[field] !== before[field]).map((f) => [f, values[f]]));
}
