import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** The organization's progress on its first steps, for active admins. Refetched on each visit. */
export function setupQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['organizations', organizationId, 'setup'],
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/setup', { params: { id: String(organizationId) }, signal }),
    staleTime: 0,
  });
}

export function useDismissSetup(organizationId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call('PUT /v1/organizations/{id}/setup', {
        params: { id: String(organizationId) },
        body: { dismissed: true },
      }),
    onSuccess: (setup) => client.setQueryData(setupQuery(organizationId).queryKey, setup),
  });
}
