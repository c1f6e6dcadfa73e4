import { useRef } from 'react';
import { call } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** Creates an invitation: mailed to an address or, without one, a link for anyone. */
export function useInvite(organizationId: number) {
  const unanswered = useRef<{ email: string | null; key: string } | null>(null);
  return useMutation({
    mutationFn: (email: string | null) => {
      // A retry after a lost response sends no second email.
      if (unanswered.current?.email !== email) unanswered.current = { email, key: newIdempotencyKey() };
      return call('POST /v1/organizations/{id}/invitations', {
        params: { id: organizationId },
        body: email === null ? {} : { email },
        idempotencyKey: unanswered.current.key,
      });
    },
    onSuccess: () => {
      unanswered.current = null;
      return invalidate(['organizations', organizationId, 'setup']);
    },
  });
}
