import type { User } from '@kinbridge/contract/users/users.contract';
import { call, callQuery } from '../../lib/api.ts';
import { readDeviceToken } from '../../lib/device-token.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function sessionsQuery(userId: number) {
  return callQuery(['users', userId, 'sessions'], 'GET /v1/users/{id}/sessions', { params: { id: userId } });
}

/** Ends one session; its row disappears when the server has ended it. */
export function useEndSession(userId: number, onFailure: (error: Error) => void) {
  return useMutation({
    about: (sessionId: string) => sessionId,
    mutationFn: (sessionId: string) =>
      call('DELETE /v1/users/{id}/sessions/{sessionId}', { params: { id: userId, sessionId } }),
    onSuccess: (_, sessionId) =>
      queryClient.setQueryData(sessionsQuery(userId).queryKey, (listed) =>
        listed?.filter(({ id }) => id !== sessionId),
      ),
    onError: (error) => {
      onFailure(error);
      void invalidate(sessionsQuery(userId).queryKey);
    },
  });
}

export function useEndOtherSessions(userId: number) {
  return useMutation({
    mutationFn: () => call('DELETE /v1/users/{id}/sessions', { params: { id: userId } }),
    onSuccess: () =>
      queryClient.setQueryData(sessionsQuery(userId).queryKey, (listed) => listed?.filter(({ current }) => current)),
  });
}

export function useChangePassword({ id, email }: User) {
  return useMutation({
    mutationFn: async (body: { currentPassword: string; password: string }) => {
      const deviceToken = email === null ? undefined : await readDeviceToken(email);
      return call('PUT /v1/users/{id}/password', { params: { id }, body: { ...body, deviceToken } });
    },
  });
}
