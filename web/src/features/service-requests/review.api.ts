import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keepWhileSending, returnToDraft, sentComment } from './comment-draft.ts';
import { requestQuery, serviceRequestKeys } from './service-requests.api.ts';

/** One request: at first as a row of a board or table knows it, then as the server does. */
export function useReviewedRequest(id: number) {
  const client = useQueryClient();
  return useQuery({ ...requestQuery(id), placeholderData: () => findInLists(client, id) });
}

function findInLists(client: QueryClient, id: number): ServiceRequest | undefined {
  for (const [, data] of client.getQueriesData<ServiceRequest[] | { content?: ServiceRequest[] }>({
    queryKey: serviceRequestKeys.all,
  })) {
    const rows = Array.isArray(data) ? data : data?.content;
    const row = rows?.find((one) => one.id === id && 'allowedMoves' in one);
    if (row) return row;
  }
  return undefined;
}

export interface Comment {
  content: string;
  file: File | null;
  idempotencyKey: string;
}

export function commentKey(serviceRequestId: number) {
  return ['comment', serviceRequestId] as const;
}

/** Sends a comment. It ends once the feed shows it, so that it does not vanish in between. */
export function useSendComment(serviceRequestId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: commentKey(serviceRequestId),
    mutationFn: ({ content, file, idempotencyKey }: Comment) =>
      call('POST /v1/notes', { parts: { note: { serviceRequestId, content } }, file, idempotencyKey }),
    // Here and not in the composer, which may be closed before the answer comes.
    onMutate: ({ content, file }) => keepWhileSending(serviceRequestId, content, file),
    onSuccess: () => {
      sentComment(serviceRequestId);
      return client.invalidateQueries({ queryKey: serviceRequestKeys.request(serviceRequestId) });
    },
    onError: (_, { content, file }) => returnToDraft(serviceRequestId, content, file),
  });
}
