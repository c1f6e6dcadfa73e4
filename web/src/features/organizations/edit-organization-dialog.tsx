import { organizationTypeLabels } from '@kinbridge/contract/organizations/organization-type';
import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { ConflictCard } from '../../ui/conflict-card.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { type Conflict, changedFields, rebaseEdit } from '../../ui/edited-record.ts';
import { CallFailure } from '../../ui/form-errors.tsx';
import { notifySuccess } from '../../ui/notices.tsx';
import { RestoredNote } from '../../ui/restored-note.tsx';
import { organizationDraft, organizationQuery, useUpdateOrganization } from './account.api.ts';
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
  const client = useQueryClient();
  // The organization as the form knows it. After a conflict this is the fresh one.
  const [known, setKnown] = useState(organization);
  const [conflicts, setConflicts] = useState<Conflict<Field>[] | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<OrganizationValues>({
    initialValues: toValues(organization),
    validate: organizationErrors,
  });
  const typed = changedFields(fields, form.values as Values, toValues(known));
  const changed = Object.keys(typed).length > 0 || logo.picture !== null;
  const [restored, dismiss] = useKeptEdit(organizationDraft, typed, form.setValues);

  function startOver() {
    form.setValues(toValues(known));
    dismiss();
  }

  async function save(values: OrganizationValues) {
    if (!changed) return onClose();
    if (update.isPending) return;
    setFailure(null);
    setConflicts(null);
    try {
      await update.mutateAsync({ values: writtenOut(values), logo: await logo.toFile(), known });
      notifySuccess(accountTexts.saved);
      onClose();
    } catch (error) {
      await explain(error as Error, writtenOut(values));
    }
  }

  async function explain(error: Error, values: OrganizationValues) {
    if (error instanceof ApiError && error.body.code === 'stale') {
      const query = { ...organizationQuery(organization.id), staleTime: 0 };
      const fresh = await client.fetchQuery(query).catch(() => null);
      if (!fresh) return setFailure(error);
      const edit = { values: values as Values, before: toValues(known), fresh: toValues(fresh) };
      const rebased = rebaseEdit(organizationLabels, edit);
      setKnown(fresh);
      form.setValues(rebased.values);
      setConflicts(rebased.conflicts);
    } else if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
      form.setErrors(error.fields);
    } else {
      setFailure(error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={accountTexts.edit} size={640} unsaved={changed && !update.isPending}>
      <CheckedForm form={form} labels={organizationLabels} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={accountTexts.failed} error={failure} />}
        {conflicts && (
          <ConflictCard
            title={accountTexts.stale}
            conflicts={conflicts}
            values={form.values as Values}
            words={organizationTypeLabels}
            onChoose={(field, value) => form.setFieldValue(field, value as string)}
          />
        )}
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

type Field = keyof OrganizationValues;
/** The kind of an organization that exists is never missing. */
type Values = Record<Field, string>;

const fields = Object.keys(emptyOrganization) as Field[];

/** An organization as the form shows it: what is absent is a blank field. */
function toValues(organization: Organization): Values {
  return Object.fromEntries(fields.map((field) => [field, organization[field] ?? ''])) as Values;
}
