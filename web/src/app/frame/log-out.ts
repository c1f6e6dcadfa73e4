import { forgetDrafts } from '../../lib/draft-store.ts';
import { clearSession, readSession } from '../../lib/session.ts';
import { forgetEndedSession } from '../../lib/session-end.ts';
import { endSession } from '../../lib/sign-in/end-session.ts';

/** Ends the session on the server and in this browser, and reloads, which shows the login screen. */
export async function logOut(): Promise<void> {
  const session = readSession();
  // People must be able to leave a shared computer even when the server is unreachable.
  if (session) await endSession(session);
  forgetDrafts();
  forgetEndedSession();
  clearSession();
  window.location.reload();
}
