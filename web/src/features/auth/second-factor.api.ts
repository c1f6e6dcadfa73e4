import { call } from '../../lib/api.ts';
import { keepDeviceToken } from '../../lib/device-token.ts';
import { confirmWithPasskey } from '../../lib/sign-in/passkey.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { finishOrAsk, type SecondFactor } from './auth.api.ts';

type Answer = { method: 'totp' | 'recovery'; code: string } | { method: 'passkey' };

/** Completes a sign-in with the second factor. */
export function useSecondFactor({ token, device }: SecondFactor) {
  return useMutation({
    mutationFn: async (answer: Answer) => {
      const body = { token, ...(answer.method === 'passkey' ? await passkeyAnswer(token) : answer) };
      const signedIn = await call('POST /v1/auth/second-factor', { body });
      if (device) await keepDeviceToken(device, signedIn.deviceToken);
      await finishOrAsk(signedIn);
    },
  });
}

async function passkeyAnswer(token: string) {
  const options = await call('POST /v1/auth/second-factor/options', { body: { token } });
  return { method: 'passkey' as const, response: { ...(await confirmWithPasskey(options)) } };
}
