import type { SupportMessage } from '@kinbridge/contract/support/support.contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callQuery } from '../../lib/api.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useCreation } from '../../lib/use-creation.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** How many answers the person hasn't opened. */
export const unreadAnswersQuery = queryOptions({
  ...callQuery(['support', 'unread'], 'GET /v1/support', { query: { unread: 'true', size: 1 } }),
  select: (page) => page.totalElements,
});

const ownPageSize = 5;

export function ownQuestionsQuery(page: number) {
  return callQuery(['support', 'own', page], 'GET /v1/support', {
    query: { page, size: ownPageSize },
    placeholderData: keepPreviousData,
  });
}

export function ownThreadQuery(id: number) {
  return callQuery(['support', 'thread', id], 'GET /v1/support/{id}', { params: { id } });
}

export function useSendSupportMessage() {
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: SupportMessage & { idempotencyKey: string }) =>
      call('POST /v1/support', { body, idempotencyKey }),
    onSuccess: () => invalidate(['support', 'own']),
  });
}

export function useReplyToAnswer(id: number) {
  return useCreation({
    mutationFn: (body: string, idempotencyKey) =>
      call('POST /v1/support/{id}/replies', { params: { id }, body: { body }, idempotencyKey }),
    onSuccess: (thread) => {
      queryClient.setQueryData(ownThreadQuery(id).queryKey, thread);
      void invalidate(['support', 'own']);
    },
  });
}

export function useMarkAnswersRead(id: number) {
  return useMutation({
    mutationFn: () => call('POST /v1/support/{id}/read', { params: { id } }),
    onSuccess: () => invalidate(['support']),
  });
}
