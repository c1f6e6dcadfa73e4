import type { Comment, TimelineEntry } from '@kinbridge/contract/service-requests/service-requests.contract';
import { call } from '../../../lib/api.ts';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { invalidate, queryClient } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { requestQuery, serviceRequestKeys, timelineQuery } from '../service-requests.api.ts';
import { keepWhileSending, returnToDraft, sentComment } from './comment-draft.ts';

export interface NewComment {
  content: string;
  file: File | null;
  idempotencyKey: string;
}

export function commentKey(serviceRequestId: number) {
  return ['comment', serviceRequestId] as const;
}

/** Sends a comment. The response replaces it in the feed immediately, so that it is never shown twice or missing. */
export function useSendComment(serviceRequestId: number) {
  const { organizationId } = useCurrentUser();
  return useMutation({
    mutationKey: commentKey(serviceRequestId),
    about: ({ idempotencyKey }) => idempotencyKey,
    mutationFn: ({ content, file, idempotencyKey }: NewComment) =>
      call('POST /v1/notes', { parts: { note: { serviceRequestId, content } }, file, idempotencyKey }),
    // Here rather than in the composer, which may be closed before the response arrives.
    onMutate: ({ content, file }) => keepWhileSending(serviceRequestId, content, file),
    onSuccess: (comment) => {
      sentComment(serviceRequestId);
      addToTimeline(comment, organizationId);
      void invalidate(serviceRequestKeys.request(serviceRequestId));
    },
    onError: (_, { content, file }) => returnToDraft(serviceRequestId, content, file),
  });
}

function addToTimeline(comment: Comment, organizationId: number | null): void {
  const request = queryClient.getQueryData(requestQuery(comment.serviceRequestId).queryKey);
  const sides = request ? [request.organization, request.service.organization] : [];
  queryClient.setQueryData(timelineQuery(comment.serviceRequestId).queryKey, (timeline) => {
    // The live update may have been faster than the response.
    if (!timeline || timeline.some(({ kind, detail }) => kind === 'note' && detail.noteId === comment.id))
      return timeline;
    const entry: TimelineEntry = {
      at: comment.updateTimestamp,
      kind: 'note',
      actor: comment.createdBy,
      organization: sides.find(({ id }) => id === organizationId) ?? null,
      detail: { noteId: comment.id, content: comment.content, fileName: comment.fileName },
    };
    return [...timeline, entry];
  });
}
