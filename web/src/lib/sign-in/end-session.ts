import { call } from '../api.ts';
import type { Session } from '../session.ts';

const timeoutMs = 3000;

/** Ends a session on the server. Without a connection, it ends there when its token does. */
export async function endSession({ refreshToken: token }: Session): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  await call('POST /v1/auth/logout', { body: { token }, signal }).catch(() => undefined);
}
