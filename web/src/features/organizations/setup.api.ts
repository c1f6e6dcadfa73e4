import { call, callQuery } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** The organization's progress on its first steps, for active admins. Refetched on each visit. */
export function setupQuery(organizationId: number) {
  return callQuery(['organizations', organizationId, 'setup'], 'GET /v1/organizations/{id}/setup', {
    params: { id: organizationId },
    staleTime: 0,
  });
}

export function useDismissSetup(organizationId: number) {
  return useMutation({
    mutationFn: () =>
      call('PUT /v1/organizations/{id}/setup', {
        params: { id: organizationId },
        body: { dismissed: true },
      }),
    onSuccess: (setup) => queryClient.setQueryData(setupQuery(organizationId).queryKey, setup),
  });
}
