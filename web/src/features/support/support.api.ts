import type { SupportMessage } from '@kinbridge/contract/support/support.contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** How many answers the person hasn't opened. */
export const unreadAnswersQuery = queryOptions({
  queryKey: ['support', 'unread'] as const,
  queryFn: ({ signal }) => call('GET /v1/support', { query: { unread: 'true', size: '1' }, signal }),
  select: (page) => page.totalElements,
});

const ownPageSize = 5;

export function ownQuestionsQuery(page: number) {
  return queryOptions({
    queryKey: ['support', 'own', page] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/support', { query: { page: String(page), size: String(ownPageSize) }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function ownThreadQuery(id: number) {
  return queryOptions({
    queryKey: ['support', 'thread', id] as const,
    queryFn: ({ signal }) => call('GET /v1/support/{id}', { params: { id: String(id) }, signal }),
  });
}

export function useSendSupportMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: SupportMessage & { idempotencyKey: string }) =>
      call('POST /v1/support', { body, idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['support', 'own'] }),
  });
}

export function useReplyToAnswer(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: string; idempotencyKey: string }) =>
      call('POST /v1/support/{id}/replies', { params: { id: String(id) }, body: { body }, idempotencyKey }),
    onSuccess: (thread) => {
      client.setQueryData(ownThreadQuery(id).queryKey, thread);
      void client.invalidateQueries({ queryKey: ['support', 'own'] });
    },
  });
}

export function useMarkAnswersRead(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /v1/support/{id}/read', { params: { id: String(id) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['support'] }),
  });
}
