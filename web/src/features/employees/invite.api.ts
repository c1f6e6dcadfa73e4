import { call } from '../../lib/api.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useCreation } from '../../lib/use-creation.ts';

/** Creates an invitation: mailed to an address or, without one, a link for anyone. */
export function useInvite(organizationId: number) {
  return useCreation({
    mutationFn: (email: string | null, idempotencyKey) =>
      call('POST /v1/organizations/{id}/invitations', {
        params: { id: organizationId },
        body: email === null ? {} : { email },
        idempotencyKey,
      }),
    onSuccess: () => invalidate(['organizations', organizationId, 'setup']),
  });
}
