import type { MergeField } from '@kinbridge/contract/members/merge-fields';
import type { User } from '@kinbridge/contract/users/users.contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { memberQuery } from './members.api.ts';

export function duplicatesQuery(memberId: number) {
  return queryOptions({
    queryKey: ['duplicates', memberId] as const,
    queryFn: ({ signal }) => call('GET /v1/users/{id}/duplicates', { params: { id: String(memberId) }, signal }),
  });
}

export function mergesQuery(memberId: number) {
  return queryOptions({
    queryKey: ['merges', memberId] as const,
    queryFn: ({ signal }) => call('GET /v1/users/{id}/merges', { params: { id: String(memberId) }, signal }),
  });
}

export interface MergeOrder {
  survivor: User;
  merged: User;
  take: MergeField[];
}

/** Both records are sent as they were seen, so that nobody's edit of the meantime is merged away. */
export function useMergeMembers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ survivor, merged, take }: MergeOrder) =>
      call('POST /v1/users/{id}/merges', {
        params: { id: String(survivor.id) },
        body: {
          mergedId: merged.id,
          take,
          updateTimestamp: survivor.updateTimestamp,
          mergedUpdateTimestamp: merged.updateTimestamp,
        },
        idempotencyKey: newIdempotencyKey(),
      }),
    // After a refusal as well: somebody may have edited or merged one of the two.
    onSettled: () => readAgain(client),
  });
}

export function useUndoMerge(memberId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mergeId: number) =>
      call('POST /v1/users/{id}/merges/{mergeId}/undo', { params: { id: String(memberId), mergeId: String(mergeId) } }),
    // The address of the other record led here until now.
    onSuccess: ({ merged }) => client.removeQueries(memberQuery(merged.id)),
    onSettled: () => readAgain(client),
  });
}

/**
 * That two records are different people, or, as `undo`, that they may be the same after all. Both are named each time:
 * Undo may be pressed while the page shows somebody else already.
 */
export function useDismissDuplicate() {
  const client = useQueryClient();
  return useMutation({
    about: ({ otherId, undo }) => `${otherId} ${undo}`,
    mutationFn: ({ id, otherId, undo }: { id: number; otherId: number; undo: boolean }) =>
      call(`${undo ? 'DELETE' : 'PUT'} /v1/users/{id}/duplicates/{otherId}/dismissal`, {
        params: { id: String(id), otherId: String(otherId) },
      }),
    // Each is a duplicate of the other.
    onSettled: () => client.invalidateQueries({ queryKey: ['duplicates'] }),
  });
}

/** Everything that hangs on a member may be somewhere else now. */
function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries();
}
