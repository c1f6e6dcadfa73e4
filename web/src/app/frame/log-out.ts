import { call } from '../../lib/api.ts';
import { forgetDrafts } from '../../lib/draft-store.ts';
import { clearSession, readSession } from '../../lib/session.ts';
import { forgetEndedSession } from '../../lib/session-end.ts';

const timeoutMs = 3000;

/** Ends the session on the server and in this browser, and reloads, which shows the login screen. */
export async function logOut(): Promise<void> {
  const session = readSession();
  if (session) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      await call('POST /v1/auth/logout', { body: { token: session.refreshToken }, signal });
    } catch {
      // People must be able to leave a shared computer even when the server is unreachable.
    }
  }
  forgetDrafts();
  forgetEndedSession();
  clearSession();
  window.location.reload();
}
