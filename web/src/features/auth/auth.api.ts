import type { Calls } from '@kinbridge/contract/calls';
import type { CallOutput } from '@kinbridge/contract/shared/call';
import { call } from '../../lib/api.ts';
import { keepDeviceToken, readDeviceToken } from '../../lib/device-token.ts';
import { loadCode } from '../../lib/load-code.ts';
import { storeSession } from '../../lib/session.ts';
import { leaveLogin } from '../../lib/session-end.ts';
import { useMutation } from '../../lib/use-mutation.ts';

interface Credentials {
  email: string;
  password: string;
}

type LoginAnswer = CallOutput<Calls['POST /v1/auth/login']>;
/** What is asked for after the right password. */
export type SecondFactor = Extract<LoginAnswer, { secondFactor: unknown }>['secondFactor'] & {
  /** The name under which another way to sign in keeps its device token. */
  device?: string;
  /** Where they were going. */
  returnPath?: string | null;
};

/**
 * Specification §4: a successful login goes to / and reloads, or to the page where the person's session ended. If a
 * second factor is needed first, it is returned.
 */
export async function finishOrAsk(answer: LoginAnswer): Promise<SecondFactor | null> {
  if ('secondFactor' in answer) return answer.secondFactor;
  await keepDeviceToken(answer.body.email ?? '', answer.deviceToken);
  leaveLogin(storeSession(answer).userId);
  return null;
}

export async function signIn(credentials: Credentials): Promise<SecondFactor | null> {
  const deviceToken = await readDeviceToken(credentials.email);
  return finishOrAsk(await call('POST /v1/auth/login', { body: { ...credentials, deviceToken } }));
}

export function useLogin() {
  return useMutation({ mutationFn: signIn });
}

/** The address isn't known before a passkey is used, so the last person who came this way is remembered. */
const passkeyDevice = 'passkey';

/** Signs in with a passkey alone. Its code loads when it is needed. */
export function usePasskeyLogin() {
  return useMutation({
    mutationFn: async () => {
      const { confirmWithPasskey } = await loadCode(() => import('../../lib/sign-in/passkey.ts'));
      const response = await confirmWithPasskey(await call('POST /v1/auth/passkey/options'));
      const deviceToken = await readDeviceToken(passkeyDevice);
      const answer = await call('POST /v1/auth/passkey', { body: { response: { ...response }, deviceToken } });
      await keepDeviceToken(passkeyDevice, answer.deviceToken);
      await finishOrAsk(answer);
    },
  });
}
