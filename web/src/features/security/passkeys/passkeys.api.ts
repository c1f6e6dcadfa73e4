import { call, callQuery } from '../../../lib/api.ts';
import { invalidate } from '../../../lib/query-client.ts';
import { createPasskey } from '../../../lib/sign-in/passkey.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export function passkeysQuery(userId: number) {
  return callQuery(['users', userId, 'passkeys'], 'GET /v1/users/{id}/passkeys', { params: { id: userId } });
}

/** Creates a passkey on the person's device and keeps its public key under a name. */
export function useAddPasskey(userId: number) {
  const params = { id: userId };
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await call('POST /v1/users/{id}/passkeys/options', { params });
      const response = await createPasskey(options);
      return call('POST /v1/users/{id}/passkeys', { params, body: { name, response: { ...response } } });
    },
    // The person's own record says whether they have a second factor.
    onSuccess: () => invalidate(['users', userId]),
  });
}

export function useRemovePasskey(userId: number) {
  return useMutation({
    mutationFn: (passkeyId: number) =>
      call('DELETE /v1/users/{id}/passkeys/{passkeyId}', {
        params: { id: userId, passkeyId },
      }),
    onSuccess: () => invalidate(['users', userId]),
  });
}
