import { type OrganizationType, organizationTypeLabels } from '@kinbridge/contract/organizations/organization-type';
import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { organizationQuery } from '../../lib/queries/organization.query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { ConflictCard } from '../../ui/form/conflict-card.tsx';
import { changedFields, rebaseEdit } from '../../ui/form/edited-record.ts';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { useEditFailure } from '../../ui/form/use-edit-failure.ts';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { organizationDraft, useUpdateOrganization } from './account.api.ts';
import { asProposed } from './as-proposed.ts';
import { LogoEditor } from './logo/logo-editor.tsx';
import { useLogo } from './logo/use-logo.ts';
import { emptyOrganization, type OrganizationValues, organizationErrors, writtenOut } from './organization.form.ts';
import { OrganizationFields } from './organization-fields.tsx';
import classes from './organization-form.module.css';
import { accountTexts, organizationLabels, proposedTexts } from './organizations.texts.ts';

/** Edits the business profile, including the logo. */
export function EditOrganizationDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const update = useUpdateOrganization(organization.id);
  const logo = useLogo();
  const form = useForm<OrganizationValues>({
    initialValues: toValues(organization),
    validate: organizationErrors,
  });
  const fetchFresh = () => queryClient.fetchQuery({ ...organizationQuery(organization.id), staleTime: 0 });
  const { known, conflicts, failure, forget, explain } = useEditFailure(organization, { form, fetchFresh, rebase });
  const typed = changedFields(fields, form.values as Values, toValues(known));
  const changed = Object.keys(typed).length > 0 || logo.picture !== null;
  const [restored, dismiss] = useKeptEdit(organizationDraft, typed, form.setValues);

  function startOver() {
    form.setValues(toValues(known));
    dismiss();
  }

  async function save(values: OrganizationValues) {
    if (!changed) return onClose();
    forget();
    try {
      const edit = { values: writtenOut(values), logo: await logo.toFile(), known };
      const { proposedProfile } = await update.mutateAsync(edit);
      const waits = proposedProfile !== null && proposedProfile.id !== known.proposedProfile?.id;
      notifySuccess(waits ? accountTexts.proposed : accountTexts.saved);
      onClose();
    } catch (error) {
      await explain(error as Error, writtenOut(values));
    }
  }

  return (
    <Dialog opened onClose={onClose} title={accountTexts.edit} size={640} unsaved={changed && !update.isPending}>
      <CheckedForm form={form} labels={organizationLabels} onValid={(values) => void save(values)}>
        {known.proposedProfile && <Text mb="md">{proposedTexts.editing}</Text>}
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={accountTexts.failed} error={failure} />}
        {conflicts && (
          <ConflictCard
            title={conflicts.length > 0 ? accountTexts.stale : accountTexts.decided}
            conflicts={conflicts}
            values={form.values as Values}
            say={(field, value) =>
              field === 'organizationType' ? organizationTypeLabels[value as OrganizationType] : undefined
            }
            onChoose={(field, value) => form.setFieldValue(field, value as string)}
          />
        )}
        <div className={`gap-md grid min-w-0 pair border-0 ${classes.fields}`}>
          <div className="wide">
            <LogoEditor organization={known} logo={logo} />
          </div>
          <OrganizationFields form={form} size="xs" />
        </div>
        <SubmitFooter pending={update.isPending} />
      </CheckedForm>
    </Dialog>
  );
}

type Field = keyof OrganizationValues;
/** An existing organization always has a type. */
type Values = Record<Field, string>;

const fields = Object.keys(emptyOrganization) as Field[];

/** An organization as the form shows it: with what its admins proposed, and missing values blank. */
function toValues(organization: Organization): Values {
  const proposed = asProposed(organization);
  return Object.fromEntries(fields.map((field) => [field, proposed[field] ?? ''])) as Values;
}

function rebase(values: OrganizationValues, known: Organization, fresh: Organization) {
  return rebaseEdit(organizationLabels, {
    values: values as Values,
    before: toValues(known),
    fresh: toValues(fresh),
  });
}
