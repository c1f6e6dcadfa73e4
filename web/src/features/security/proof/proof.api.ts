import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';
import { call, callQuery } from '../../../lib/api.ts';
import { confirmWithPasskey } from '../../../lib/sign-in/passkey.ts';
import { answerProof } from '../../../lib/sign-in/proof.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** How the signed-in person can prove who they are. */
export function proofMethodsQuery(userId: number) {
  return callQuery(['users', userId, 'proof'], 'GET /v1/auth/proof');
}

/** Signing in again is a proof, if the provider asks. The person comes back to this page. */
export function signInAgainUrl(slug: string): string {
  const path = `${window.location.pathname}${window.location.search}`;
  const query = new URLSearchParams({ returnPath: isOwnPath(path) ? path : '/', again: 'true' });
  return `/v1/auth/sso/${encodeURIComponent(slug)}?${query}`;
}

/** Proves again who the person is, with the password or, without one, a passkey. Waiting calls then continue. */
export function useProve() {
  return useMutation({
    mutationFn: async (password: string | null) => {
      const body = password === null ? await passkeyProof() : { password };
      await call('POST /v1/auth/proof', { body });
    },
    onSuccess: () => answerProof(true),
  });
}

async function passkeyProof() {
  return { response: { ...(await confirmWithPasskey(await call('POST /v1/auth/passkey/options'))) } };
}
