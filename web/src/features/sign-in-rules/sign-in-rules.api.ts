import type { SignInRules } from '@kinbridge/contract/sign-in-rules/sign-in-rules.contract';
import { call, callQuery } from '../../lib/api.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function signInRulesQuery(organizationId: number) {
  return callQuery(['organizations', organizationId, 'sign-in-rules'], 'GET /v1/organizations/{id}/sign-in', {
    params: { id: organizationId },
  });
}

/** Saves some of the rules; the others stay. */
export function useSaveSignInRules(organizationId: number, onFailure: (error: Error) => void) {
  return useMutation({
    mutationFn: (body: Partial<SignInRules>) =>
      call('PUT /v1/organizations/{id}/sign-in', { params: { id: organizationId }, body }),
    onSuccess: (rules) => {
      queryClient.setQueryData(signInRulesQuery(organizationId).queryKey, rules);
      // The organization tells every session when to log off, and an admin without a required factor is held back.
      void invalidate(['organizations', organizationId]);
    },
    onError: onFailure,
  });
}
