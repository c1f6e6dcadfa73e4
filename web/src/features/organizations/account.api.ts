import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import { call } from '../../lib/api.ts';
import { organizationQuery } from '../../lib/queries/organization.query.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { keptLogo } from './as-proposed.ts';
import type { OrganizationValues } from './organization.form.ts';

/** The draft name of unsaved edits. */
export const organizationDraft = 'organization';

interface OrganizationEdit {
  values: OrganizationValues;
  logo: File | null;
  /** The organization that the form is based on. */
  known: Organization;
}

/** The form has validated the values, so the organization type is a known one. */
export function useUpdateOrganization(id: number) {
  return useMutation({
    mutationFn: ({ values, logo, known }: OrganizationEdit) => {
      // Keeps what others saved since, except their logo if this edit has one.
      const { id: _id, imageFilename: _logo, ...before } = known;
      const organizationType = values.organizationType as Organization['organizationType'];
      const kept = logo ? {} : keptLogo(known);
      const parts = { organization: { ...values, ...kept, organizationType, before } };
      return call('PUT /v1/organizations/{id}', { params: { id }, parts, file: logo });
    },
    onSuccess: (organization) => queryClient.setQueryData(organizationQuery(id).queryKey, organization),
  });
}

/** Withdraws the changes that wait for an operator. */
export function useWithdrawProfile(id: number) {
  return useMutation({
    mutationFn: () => call('DELETE /v1/organizations/{id}/proposed-profile', { params: { id } }),
    // After a refusal too: an operator may have decided first.
    onSettled: () => invalidate(organizationQuery(id).queryKey),
  });
}
