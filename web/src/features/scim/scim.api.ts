import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

const tokensKey = (organizationId: number) => ['organizations', organizationId, 'scim-tokens'];

export function scimTokensQuery(organizationId: number) {
  return queryOptions({
    queryKey: tokensKey(organizationId),
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/scim-tokens', { params: { id: String(organizationId) }, signal }),
  });
}

export function useCreateScimToken(organizationId: number, onFailure: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /v1/organizations/{id}/scim-tokens', { params: { id: String(organizationId) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey(organizationId) }),
    onError: onFailure,
  });
}

export function useDeleteScimToken(organizationId: number, onFailure: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: number) =>
      call('DELETE /v1/organizations/{id}/scim-tokens/{tokenId}', {
        params: { id: String(organizationId), tokenId: String(tokenId) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey(organizationId) }),
    onError: onFailure,
  });
}
