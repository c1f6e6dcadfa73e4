import type {
  OrganizationDecision,
  ProposalDecision,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import { keepPreviousData } from '@tanstack/react-query';
import { ApiError, call, callQuery } from '../../../lib/api.ts';
import { invalidate, queryClient } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** The organizations in a state, or those that proposed changes. */
export type ListTab = OrganizationApproval | 'PROPOSED';

interface Asked {
  tab: ListTab;
  search: string;
  page: number;
  size: number;
}

const key = ['operator', 'organizations'];

export function organizationsQuery({ tab, search, page, size }: Asked) {
  return callQuery([...key, tab, search, page, size], 'GET /v1/operator/organizations', {
    query: {
      ...(tab === 'PROPOSED' ? { proposed: 'true' } : { approval: tab }),
      ...(search && { search }),
      page,
      size,
    },
    placeholderData: keepPreviousData,
    // Someone may just have registered.
    staleTime: 0,
  });
}

export function registeredOrganizationQuery(id: number) {
  return callQuery([...key, id], 'GET /v1/operator/organizations/{id}', { params: { id }, staleTime: 0 });
}

type Seen = Pick<RegisteredOrganization, 'id' | 'approval' | 'updateTimestamp'>;

/** Decides on an organization as the operator saw it. */
export function useDecide({ id, approval, updateTimestamp }: Seen) {
  return useReview(id, ({ decision, reason }: { decision: OrganizationDecision; reason: string }) =>
    call('POST /v1/operator/organizations/{id}/{decision}', {
      params: { id, decision },
      body: { approval, ...(decision === 'approve' && { seen: updateTimestamp }), ...(reason && { reason }) },
    }),
  );
}

/** Decides on the proposed changes that the operator saw. */
export function useDecideProposal(id: number, proposalId: number) {
  return useReview(id, ({ decision, reason }: { decision: ProposalDecision; reason: string }) =>
    call('POST /v1/operator/organizations/{id}/proposed-profile/{decision}', {
      params: { id, decision },
      body: { proposalId, ...(reason && { reason }) },
    }),
  );
}

function useReview<Sent>(id: number, mutationFn: (sent: Sent) => Promise<RegisteredOrganization>) {
  return useMutation({
    mutationFn,
    onSuccess: (organization) => queryClient.setQueryData(registeredOrganizationQuery(id).queryKey, organization),
    onSettled: () => invalidate(['operator']),
  });
}

/** The organization as it is now, if that is why a decision was refused. */
export function currentIn(error: Error): RegisteredOrganization | undefined {
  if (!(error instanceof ApiError) || error.body.code !== 'conflict') return undefined;
  return error.body.current as RegisteredOrganization | undefined;
}
