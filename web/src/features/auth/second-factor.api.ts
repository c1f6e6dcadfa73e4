import { call } from '../../lib/api.ts';
import { openPortal } from '../../lib/sign-in/open-portal.ts';
import { confirmWithPasskey } from '../../lib/sign-in/passkey.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import type { SecondFactor } from './auth.api.ts';

type Answer = { method: 'totp' | 'recovery'; code: string } | { method: 'passkey' };

/** Completes a sign-in with the second factor. */
export function useSecondFactor({ token, device, returnPath }: SecondFactor) {
  return useMutation({
    mutationFn: async (answer: Answer) => {
      const body = { token, ...(answer.method === 'passkey' ? await passkeyAnswer(token) : answer) };
      await openPortal(await call('POST /v1/auth/second-factor', { body }), { device, returnPath });
    },
  });
}

async function passkeyAnswer(token: string) {
  const options = await call('POST /v1/auth/second-factor/options', { body: { token } });
  return { method: 'passkey' as const, response: { ...(await confirmWithPasskey(options)) } };
}
