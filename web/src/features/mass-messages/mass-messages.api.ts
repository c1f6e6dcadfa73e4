import type { MassMessage } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, callQuery } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const recipientPageSize = 10;
const sendingPollMs = 1_500;
const deliveryPollMs = 15_000;

/** The latest mass messages. */
export function massMessagesQuery(size: number) {
  return callQuery(['mass-messages', 'list', size], 'GET /v1/campaigns', { query: { size } });
}

/** Whether texts are waiting because the provider isn't answering. */
export const deliveryQuery = callQuery(['delivery'], 'GET /v1/messages/delivery', { refetchInterval: deliveryPollMs });

/** The progress of a mass message. Polled while it is being sent, and less often for late deliveries. */
export function massMessageQuery(id: number) {
  return callQuery(['mass-messages', id, 'itself'], 'GET /v1/campaigns/{id}', {
    params: { id },
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
  return callQuery(
    // The count is part of the key: when it changes, the list changes.
    ['mass-messages', id, 'recipients', state, page, count],
    'GET /v1/campaigns/{id}/recipients',
    { params: { id }, query: { state, page, size: recipientPageSize }, placeholderData: keepPreviousData },
  );
}

export function useRetryMassMessage(id: number) {
  return useMutation({
    mutationFn: (includeUnknown: boolean) =>
      call('POST /v1/campaigns/{id}/retry', { params: { id }, body: { includeUnknown } }),
    onSuccess: (massMessage) => queryClient.setQueryData(massMessageQuery(id).queryKey, massMessage),
  });
}

export function useStopMassMessage(id: number) {
  return useMutation({
    mutationFn: () => call('POST /v1/campaigns/{id}/stop', { params: { id } }),
    onSuccess: (massMessage) => queryClient.setQueryData(massMessageQuery(id).queryKey, massMessage),
  });
}
