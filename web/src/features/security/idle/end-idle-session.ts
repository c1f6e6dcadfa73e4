import { clearSession, readSession } from '../../../lib/session.ts';
import { keepPlace, reloadWithoutQuestion } from '../../../lib/session-end.ts';
import { endSession } from '../../../lib/sign-in/end-session.ts';

/** Ends the session in this browser and on the server. Drafts and the place are kept for the person's next sign-in. */
export async function endIdleSession(): Promise<void> {
  const session = readSession();
  // Another tab was faster, and this one reloads when it hears of it.
  if (!session) return;
  keepPlace(session.userId, true);
  clearSession();
  await endSession(session);
  reloadWithoutQuestion();
}
