import type { ProposedChange } from '@kinbridge/contract/users/proposed-changes.contract';
import { call } from '../../lib/api.ts';
import { userQuery } from '../../lib/queries/user.query.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { membersKey } from './members.api.ts';

export type Decision = 'accept' | 'decline' | 'withdraw';

/** Accepts, declines or withdraws a proposed change. Withdrawing means proposing the accepted value. */
export function useDecision(memberId: number) {
  return useMutation({
    about: ({ change }) => change.id,
    mutationFn: async ({ change, decision }: { change: ProposedChange; decision: Decision }): Promise<void> => {
      if (decision === 'withdraw') {
        await call('PUT /v1/users/{id}', { params: { id: memberId }, body: { [change.field]: change.value } });
      } else {
        const params = { id: memberId, changeId: change.id };
        await call(`POST /v1/users/{id}/proposed-changes/{changeId}/${decision}`, { params });
      }
    },
    // After a refusal too: a colleague may have decided first.
    onSettled: () => invalidate(userQuery(memberId).queryKey, membersKey),
  });
}
