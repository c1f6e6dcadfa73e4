import type { MemberField } from '@kinbridge/contract/member-fields/member-fields';
import type { User } from '@kinbridge/contract/users/users.contract';
import { call, callQuery } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { userQuery } from '../../../lib/queries/user.query.ts';
import { invalidate, queryClient } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export function duplicatesQuery(memberId: number) {
  return callQuery(['duplicates', memberId], 'GET /v1/users/{id}/duplicates', { params: { id: memberId } });
}

export function mergesQuery(memberId: number) {
  return callQuery(['merges', memberId], 'GET /v1/users/{id}/merges', { params: { id: memberId } });
}

export interface MergeOrder {
  survivor: User;
  merged: User;
  take: MemberField[];
}

/** Sends both records as the person saw them, so that no edit made in the meantime is lost. */
export function useMergeMembers() {
  return useMutation({
    mutationFn: ({ survivor, merged, take }: MergeOrder) =>
      call('POST /v1/users/{id}/merges', {
        params: { id: survivor.id },
        body: {
          mergedId: merged.id,
          take,
          updateTimestamp: survivor.updateTimestamp,
          mergedUpdateTimestamp: merged.updateTimestamp,
        },
        idempotencyKey: newIdempotencyKey(),
      }),
    // After a refusal too: someone may have edited or merged one of the two.
    onSettled: () => invalidateMembers(),
  });
}

export function useUndoMerge(memberId: number) {
  return useMutation({
    mutationFn: (mergeId: number) =>
      call('POST /v1/users/{id}/merges/{mergeId}/undo', { params: { id: memberId, mergeId } }),
    // Until now, the other record's address led here.
    onSuccess: ({ merged }) => queryClient.removeQueries(userQuery(merged.id)),
    onSettled: () => invalidateMembers(),
  });
}

/**
 * Marks two records as different people or, with `undo`, as possible duplicates again. Both ids are passed each time,
 * because Undo may be pressed while the page shows another member.
 */
export function useDismissDuplicate() {
  return useMutation({
    about: ({ otherId, undo }) => `${otherId} ${undo}`,
    mutationFn: ({ id, otherId, undo }: { id: number; otherId: number; undo: boolean }) =>
      call(`${undo ? 'DELETE' : 'PUT'} /v1/users/{id}/duplicates/{otherId}/dismissal`, {
        params: { id, otherId },
      }),
    // Each is a duplicate of the other.
    onSettled: () => invalidate(['duplicates']),
  });
}

/** Everything related to a member may have moved. */
function invalidateMembers(): Promise<void> {
  return queryClient.invalidateQueries();
}
