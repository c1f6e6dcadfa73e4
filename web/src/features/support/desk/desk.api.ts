import type { DeskThread } from '@kinbridge/contract/operator/operator-support.contract';
import type { SupportState } from '@kinbridge/contract/support/support.contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export interface DeskFilter {
  state: SupportState | '';
  mine: boolean;
}

export function deskQuestionsQuery({ state, mine }: DeskFilter, page: number, size: number) {
  return queryOptions({
    queryKey: ['operator', 'support', 'list', state, mine, page, size] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/operator/support', {
        query: { ...(state && { state }), ...(mine && { mine: 'true' }), page: String(page), size: String(size) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function deskThreadQuery(id: number) {
  return queryOptions({
    queryKey: ['operator', 'support', 'thread', id] as const,
    queryFn: ({ signal }) => call('GET /v1/operator/support/{id}', { params: { id: String(id) }, signal }),
    staleTime: 0,
  });
}

/** What an operator can do with a question. */
export type DeskChange =
  | { answer: string; idempotencyKey: string }
  | { assigneeId: number | null }
  | { state: 'OPEN' | 'CLOSED' };

/** Changes the question as it is shown. If someone was faster, the thread shows what they did, and nothing is sent. */
export function useChangeQuestion({ id, version }: DeskThread) {
  const client = useQueryClient();
  const params = { id: String(id) };
  const show = (thread: DeskThread) => client.setQueryData(deskThreadQuery(id).queryKey, thread);
  return useMutation({
    mutationFn: (change: DeskChange) => {
      if ('answer' in change) {
        const body = { body: change.answer, version };
        const { idempotencyKey } = change;
        return call('POST /v1/operator/support/{id}/answers', { params, body, idempotencyKey });
      }
      if ('state' in change) {
        return call('PUT /v1/operator/support/{id}/state', { params, body: { ...change, version } });
      }
      return call('PUT /v1/operator/support/{id}/assignee', { params, body: { ...change, version } });
    },
    onSuccess: show,
    onError: (error) => {
      const current = error instanceof ApiError && (error.body as { current?: DeskThread }).current;
      if (current) show(current);
    },
  });
}
