import type { NeedsYou, NeedsYouItem } from '@kinbridge/contract/needs-you/needs-you.contract';
import { ApiError, call, callQuery } from '../../lib/api.ts';
import type { LiveEvent } from '../../lib/live/live-events.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

const needsYouKey = ['needs-you'] as const;
const totalKey = (userId: number) => [...needsYouKey, userId, 'total'] as const;

export function needsYouQuery(userId: number) {
  return callQuery([...needsYouKey, userId, 'items'], 'GET /v1/users/{id}/needs-you', { params: { id: userId } });
}

/** Only the total; live updates change it. */
export function needsYouTotalQuery(userId: number) {
  return callQuery(totalKey(userId), 'GET /v1/users/{id}/needs-you', { params: { id: userId }, query: { size: 0 } });
}

/** The name of an item: there is one per kind and record. */
export function itemKey({ kind, serviceRequest, member }: NeedsYouItem): string {
  return `${kind} ${serviceRequest?.id ?? member?.id}`;
}

export function useDone(userId: number) {
  const { queryKey } = needsYouQuery(userId);
  return useMutation({
    about: itemKey,
    mutationFn: ({ kind, serviceRequest, member }: NeedsYouItem) =>
      call('POST /v1/users/{id}/needs-you/done', {
        params: { id: userId },
        body: { kind, serviceRequestId: serviceRequest?.id, memberId: member?.id },
      }).catch((error) => {
        // A colleague was quicker, or its cause went.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: (_, item) => {
      queryClient.setQueryData<NeedsYou>(queryKey, (shown) => shown && without(shown, item));
      void invalidate([...needsYouKey]);
    },
  });
}

function without({ total, items }: NeedsYou, done: NeedsYouItem): NeedsYou {
  const left = items.filter((item) => itemKey(item) !== itemKey(done));
  return { total: total - (items.length - left.length), items: left };
}

const causes: ReadonlySet<string> = new Set(['needs-you', 'service-request', 'note', 'member', 'resync']);

/** The total comes with its event; the list on the screen is read again after what may have changed it. */
export function refreshNeedsYou(userId: number, events: LiveEvent[]): void {
  const total = events.findLast(({ event }) => event === 'needs-you')?.data.total;
  if (total !== undefined) queryClient.setQueryData(totalKey(userId), { total, items: [] });
  if (events.some(({ event }) => event === 'resync')) void invalidate(totalKey(userId));
  if (events.some(({ event }) => causes.has(event))) void invalidate(needsYouQuery(userId).queryKey);
}
