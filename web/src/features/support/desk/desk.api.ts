import type { DeskThread } from '@kinbridge/contract/operator/operator-support.contract';
import type { SupportState } from '@kinbridge/contract/support/support.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { ApiError, call, callQuery } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCreation } from '../../../lib/use-creation.ts';

export interface DeskFilter {
  state: SupportState | '';
  mine: boolean;
}

export function deskQuestionsQuery({ state, mine }: DeskFilter, page: number, size: number) {
  return callQuery(['operator', 'support', 'list', state, mine, page, size], 'GET /v1/operator/support', {
    query: { ...(state && { state }), ...(mine && { mine: 'true' }), page, size },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function deskThreadQuery(id: number) {
  return callQuery(['operator', 'support', 'thread', id], 'GET /v1/operator/support/{id}', {
    params: { id },
    staleTime: 0,
  });
}

/** What an operator can do with a question. */
export type DeskChange = { answer: string } | { assigneeId: number | null } | { state: 'OPEN' | 'CLOSED' };

/** Changes the question as it is shown. If someone was faster, the thread shows what they did, and nothing is sent. */
export function useChangeQuestion({ id, version }: DeskThread) {
  const params = { id };
  const show = (thread: DeskThread) => queryClient.setQueryData(deskThreadQuery(id).queryKey, thread);
  return useCreation({
    mutationFn: (change: DeskChange, idempotencyKey) => {
      if ('answer' in change) {
        const body = { body: change.answer, version };
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
