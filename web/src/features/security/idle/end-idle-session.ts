import { call } from '../../../lib/api.ts';
import { clearSession, readSession } from '../../../lib/session.ts';
import { keepPlace, reloadWithoutQuestion } from '../../../lib/session-end.ts';

const timeoutMs = 3000;

/** Ends the session in this browser and on the server. Drafts and the place are kept for the person's next sign-in. */
export async function endIdleSession(): Promise<void> {
  const session = readSession();
  // Another tab was faster, and this one reloads when it hears of it.
  if (!session) return;
  keepPlace(session.userId, true);
  clearSession();
  const signal = AbortSignal.timeout(timeoutMs);
  // Without a connection, the server's session ends when its token does.
  await call('POST /v1/auth/logout', { body: { token: session.refreshToken }, signal }).catch(() => undefined);
  reloadWithoutQuestion();
}
