import type { SignInRules } from '@kinbridge/contract/sign-in-rules/sign-in-rules.contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function signInRulesQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['organizations', organizationId, 'sign-in-rules'],
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/sign-in', { params: { id: String(organizationId) }, signal }),
  });
}

/** Saves some of the rules; the others stay. */
export function useSaveSignInRules(organizationId: number, onFailure: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<SignInRules>) =>
      call('PUT /v1/organizations/{id}/sign-in', { params: { id: String(organizationId) }, body }),
    onSuccess: (rules) => {
      client.setQueryData(signInRulesQuery(organizationId).queryKey, rules);
      // The organization tells every session when to log off, and an admin without a required factor is held back.
      void client.invalidateQueries({ queryKey: ['organizations', organizationId] });
    },
    onError: onFailure,
  });
}
