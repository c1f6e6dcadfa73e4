import type { MassMessage } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const recipientPageSize = 10;
const sendingPollMs = 1_500;
const deliveryPollMs = 15_000;

/** The latest mass messages. */
export function massMessagesQuery(size: number) {
  return queryOptions({
    queryKey: ['mass-messages', 'list', size] as const,
    queryFn: ({ signal }) => call('GET /v1/campaigns', { query: { size: String(size) }, signal }),
  });
}

/** Whether texts are waiting because the provider isn't answering. */
export const deliveryQuery = queryOptions({
  queryKey: ['delivery'] as const,
  queryFn: ({ signal }) => call('GET /v1/messages/delivery', { signal }),
  refetchInterval: deliveryPollMs,
});

/** The progress of a mass message. Polled while it is being sent, and less often for late deliveries. */
export function massMessageQuery(id: number) {
  return queryOptions({
    queryKey: ['mass-messages', id, 'itself'] as const,
    queryFn: ({ signal }) => call('GET /v1/campaigns/{id}', { params: { id: String(id) }, signal }),
    refetchInterval: ({ state }) => {
      if (!state.data) return false;
      const { sendAfter, sendingPausedSince } = state.data;
      const moves = isUnderWay(state.data) && sendAfter === null && sendingPausedSince === null;
      return moves ? sendingPollMs : deliveryPollMs;
    },
  });
}

/** The people it is for: everyone chosen except those who can't receive texts. */
export function addressed({ total, counts, stopped }: Pick<MassMessage, 'total' | 'counts' | 'stopped'>): number {
  return total - counts.skipped + stopped;
}

export function isUnderWay({ counts }: Pick<MassMessage, 'counts'>): boolean {
  return counts.queued + counts.sending > 0;
}

/** The recipients in one of the states. */
export function massMessageRecipientsQuery(id: number, state: SmsState, page: number, count: number) {
  return queryOptions({
    // The count is part of the key: when it changes, the list changes.
    queryKey: ['mass-messages', id, 'recipients', state, page, count] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/campaigns/{id}/recipients', {
        params: { id: String(id) },
        query: { state, page: String(page), size: String(recipientPageSize) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useRetryMassMessage(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (includeUnknown: boolean) =>
      call('POST /v1/campaigns/{id}/retry', { params: { id: String(id) }, body: { includeUnknown } }),
    onSuccess: (massMessage) => client.setQueryData(massMessageQuery(id).queryKey, massMessage),
  });
}

export function useStopMassMessage(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /v1/campaigns/{id}/stop', { params: { id: String(id) } }),
    onSuccess: (massMessage) => client.setQueryData(massMessageQuery(id).queryKey, massMessage),
  });
}
