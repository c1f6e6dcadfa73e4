import { call } from '../../lib/api.ts';
import { keepDeviceToken, readDeviceToken } from '../../lib/device-token.ts';
import { storeSession } from '../../lib/session.ts';
import { leaveLogin } from '../../lib/session-end.ts';
import { useMutation } from '../../lib/use-mutation.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Specification §4: a successful login goes to / and reloads, or to the page where the person's session ended. */
export async function signIn(credentials: Credentials): Promise<void> {
  const deviceToken = await readDeviceToken(credentials.email);
  const answer = await call('POST /v1/auth/login', { body: { ...credentials, deviceToken } });
  if ('secondFactor' in answer) throw new Error('Signing in with a second factor is coming to this page.');
  await keepDeviceToken(credentials.email, answer.deviceToken);
  leaveLogin(storeSession(answer).userId);
}

export function useLogin() {
  return useMutation({ mutationFn: signIn });
}
