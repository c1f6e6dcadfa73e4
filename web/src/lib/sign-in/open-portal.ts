import { keepDeviceToken } from '../device-token.ts';
import { readSession, storeSession } from '../session.ts';
import { leaveLogin } from '../session-end.ts';
import { endSession } from './end-session.ts';

interface SignedIn {
  idToken: string;
  refreshToken: string;
  deviceToken: string;
  body: { email: string | null };
}

interface Where {
  /** The name under which this way to sign in keeps its device token, beside the person's address. */
  device: string | undefined;
  /** Where the person was going. */
  returnPath: string | null | undefined;
}

/** Opens the portal with a new session. People who signed in again to prove who they are leave the earlier one. */
export async function openPortal(answer: SignedIn, { device, returnPath }: Where): Promise<void> {
  if (device) await keepDeviceToken(device, answer.deviceToken);
  if (answer.body.email) await keepDeviceToken(answer.body.email, answer.deviceToken);
  const earlier = readSession();
  const { userId } = storeSession(answer);
  if (earlier) await endSession(earlier);
  leaveLogin(userId, returnPath);
}
