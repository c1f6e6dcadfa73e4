import type {
  OrganizationDecision,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

interface Asked {
  approval: OrganizationApproval;
  search: string;
  page: number;
  size: number;
}

const key = ['operator', 'organizations'];

export function organizationsQuery({ approval, search, page, size }: Asked) {
  return queryOptions({
    queryKey: [...key, approval, search, page, size],
    queryFn: ({ signal }) =>
      call('GET /v1/operator/organizations', {
        query: { approval, ...(search && { search }), page: String(page), size: String(size) },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Someone may just have registered.
    staleTime: 0,
  });
}

export function registeredOrganizationQuery(id: number) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => call('GET /v1/operator/organizations/{id}', { params: { id: String(id) }, signal }),
    staleTime: 0,
  });
}

export interface DecisionSent {
  decision: OrganizationDecision;
  reason: string;
}

/** Decides on an organization as the operator saw it. */
export function useDecide({ id, approval }: Pick<RegisteredOrganization, 'id' | 'approval'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, reason }: DecisionSent) =>
      call('POST /v1/operator/organizations/{id}/{decision}', {
        params: { id: String(id), decision },
        body: { approval, ...(reason && { reason }) },
      }),
    onSuccess: (organization) => client.setQueryData(registeredOrganizationQuery(id).queryKey, organization),
    onSettled: () => client.invalidateQueries({ queryKey: ['operator'] }),
  });
}
