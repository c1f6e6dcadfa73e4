import type { ScimTokenForm } from '@kinbridge/contract/scim/scim-tokens.contract';
import { call, callQuery } from '../../lib/api.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

const tokensKey = (organizationId: number) => ['organizations', organizationId, 'scim-tokens'];

export function scimTokensQuery(organizationId: number) {
  return callQuery(tokensKey(organizationId), 'GET /v1/organizations/{id}/scim-tokens', {
    params: { id: organizationId },
  });
}

export function useCreateScimToken(organizationId: number, onFailure: (error: Error) => void) {
  return useMutation({
    mutationFn: (body: ScimTokenForm) =>
      call('POST /v1/organizations/{id}/scim-tokens', { params: { id: organizationId }, body }),
    onSuccess: () => invalidate(tokensKey(organizationId)),
    onError: onFailure,
  });
}

export function useDeleteScimToken(organizationId: number, onFailure: (error: Error) => void) {
  return useMutation({
    mutationFn: (tokenId: number) =>
      call('DELETE /v1/organizations/{id}/scim-tokens/{tokenId}', {
        params: { id: organizationId, tokenId },
      }),
    onSuccess: () => invalidate(tokensKey(organizationId)),
    onError: onFailure,
  });
}
