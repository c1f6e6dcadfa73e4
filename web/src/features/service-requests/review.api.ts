import type {
  Note,
  ServiceRequest,
  TimelineEntry,
} from '@kinbridge/contract/service-requests/service-requests.contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useCurrentUser } from '../../lib/current-user.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { keepWhileSending, returnToDraft, sentComment } from './comment-draft.ts';
import { requestQuery, serviceRequestKeys, timelineQuery } from './service-requests.api.ts';

/** One request: first from the cache of a board or table, then from the server. */
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

/** Sends a comment. The response replaces it in the feed immediately, so that it is never shown twice or missing. */
export function useSendComment(serviceRequestId: number) {
  const client = useQueryClient();
  const { organizationId } = useCurrentUser();
  return useMutation({
    mutationKey: commentKey(serviceRequestId),
    about: ({ idempotencyKey }) => idempotencyKey,
    mutationFn: ({ content, file, idempotencyKey }: Comment) =>
      call('POST /v1/notes', { parts: { note: { serviceRequestId, content } }, file, idempotencyKey }),
    // Here rather than in the composer, which may be closed before the response arrives.
    onMutate: ({ content, file }) => keepWhileSending(serviceRequestId, content, file),
    onSuccess: (note) => {
      sentComment(serviceRequestId);
      addToTimeline(client, note, organizationId);
      void client.invalidateQueries({ queryKey: serviceRequestKeys.request(serviceRequestId) });
    },
    onError: (_, { content, file }) => returnToDraft(serviceRequestId, content, file),
  });
}

function addToTimeline(client: QueryClient, note: Note, organizationId: number | null): void {
  const request = client.getQueryData(requestQuery(note.serviceRequestId).queryKey);
  const sides = request ? [request.organization, request.service.organization] : [];
  client.setQueryData(timelineQuery(note.serviceRequestId).queryKey, (timeline) => {
    // The live update may have been faster than the response.
    if (!timeline || timeline.some(({ kind, detail }) => kind === 'note' && detail.noteId === note.id)) return timeline;
    const entry: TimelineEntry = {
      at: note.updateTimestamp,
      kind: 'note',
      actor: note.createdBy,
      organization: sides.find(({ id }) => id === organizationId) ?? null,
      detail: { noteId: note.id, content: note.content, fileName: note.fileName },
    };
    return [...timeline, entry];
  });
}
