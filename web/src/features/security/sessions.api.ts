import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function sessionsQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'sessions'],
    queryFn: ({ signal }) => call('GET /v1/users/{id}/sessions', { params: { id: String(userId) }, signal }),
  });
}

/** Ends one session; its row disappears when the server has ended it. */
export function useEndSession(userId: number, onFailure: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    about: (sessionId: string) => sessionId,
    mutationFn: (sessionId: string) =>
      call('DELETE /v1/users/{id}/sessions/{sessionId}', { params: { id: String(userId), sessionId } }),
    onSuccess: (_, sessionId) =>
      client.setQueryData(sessionsQuery(userId).queryKey, (listed) => listed?.filter(({ id }) => id !== sessionId)),
    onError: (error) => {
      onFailure(error);
      void client.invalidateQueries(sessionsQuery(userId));
    },
  });
}

export function useEndOtherSessions(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /v1/users/{id}/sessions', { params: { id: String(userId) } }),
    onSuccess: () =>
      client.setQueryData(sessionsQuery(userId).queryKey, (listed) => listed?.filter(({ current }) => current)),
  });
}
