import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { createPasskey } from '../../../lib/sign-in/passkey.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export function passkeysQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'passkeys'],
    queryFn: ({ signal }) => call('GET /v1/users/{id}/passkeys', { params: { id: String(userId) }, signal }),
  });
}

/** Creates a passkey on the person's device and keeps its public key under a name. */
export function useAddPasskey(userId: number) {
  const client = useQueryClient();
  const params = { id: String(userId) };
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await call('POST /v1/users/{id}/passkeys/options', { params });
      const response = await createPasskey(options);
      return call('POST /v1/users/{id}/passkeys', { params, body: { name, response: { ...response } } });
    },
    // The person's own record says whether they have a second factor.
    onSuccess: () => client.invalidateQueries({ queryKey: ['users', userId] }),
  });
}

export function useRemovePasskey(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passkeyId: number) =>
      call('DELETE /v1/users/{id}/passkeys/{passkeyId}', {
        params: { id: String(userId), passkeyId: String(passkeyId) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users', userId] }),
  });
}
