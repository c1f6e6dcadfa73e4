import type { MemberField } from '@kinbridge/contract/member-fields/member-fields';
import type { User } from '@kinbridge/contract/users/users.contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { userQuery } from '../../../lib/queries/user.query.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

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
  take: MemberField[];
}

/** Sends both records as the person saw them, so that no edit made in the meantime is lost. */
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
    // After a refusal too: someone may have edited or merged one of the two.
    onSettled: () => invalidateMembers(client),
  });
}

export function useUndoMerge(memberId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mergeId: number) =>
      call('POST /v1/users/{id}/merges/{mergeId}/undo', { params: { id: String(memberId), mergeId: String(mergeId) } }),
    // Until now, the other record's address led here.
    onSuccess: ({ merged }) => client.removeQueries(userQuery(merged.id)),
    onSettled: () => invalidateMembers(client),
  });
}

/**
 * Marks two records as different people or, with `undo`, as possible duplicates again. Both ids are passed each time,
 * because Undo may be pressed while the page shows another member.
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

/** Everything related to a member may have moved. */
function invalidateMembers(client: QueryClient): Promise<void> {
  return client.invalidateQueries();
}
