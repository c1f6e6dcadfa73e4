import { useEffect, useEffectEvent, useState } from 'react';
import { clearSession, keepLastUsed, readLastUsed, readSession, setUseWatched } from '../../../lib/session.ts';
import { keepPlace, reloadWithoutQuestion } from '../../../lib/session-end.ts';
import { endSession } from '../../../lib/sign-in/end-session.ts';
import { type IdleTime, idleTime } from './idle-time.ts';

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
/** Writing every movement of the pointer would cost time. */
const keepEveryMs = 5000;
/** Soon after a use, so that the server never ends the session before this browser does. */
const tellServerAfterMs = 30_000;

/**
 * Logs off when nobody used any tab for the organization's limit; null is no limit. The seconds left while it warns,
 * otherwise null. `tellServer` makes any call, because the server sees no pointer and ends unused sessions, too.
 */
export function useIdleWatch(idleMinutes: number | null, tellServer: () => void) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const tell = useEffectEvent(tellServer);

  useEffect(() => {
    if (idleMinutes !== null) return watch(idleMinutes, { onSecondsLeft: setSecondsLeft, tellServer: () => tell() });
  }, [idleMinutes]);

  function stay() {
    keepLastUsed(Date.now());
    setSecondsLeft(null);
    tellServer();
  }
  return { secondsLeft: idleMinutes === null ? null : secondsLeft, stay };
}

interface Watcher {
  onSecondsLeft: (seconds: number | null) => void;
  tellServer: () => void;
}

function watch(idleMinutes: number, { onSecondsLeft, tellServer }: Watcher): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let keptAt = 0;

  function look(): IdleTime {
    const now = Date.now();
    const lastUsed = readLastUsed();
    // A clock that was set back would otherwise delay the log-off.
    if (lastUsed === null || lastUsed > now) keepLastUsed(now);
    return idleTime({ lastUsed: lastUsed ?? now, idleMinutes }, now);
  }

  function check() {
    clearTimeout(timer);
    // Another tab logged off, and this one is about to reload.
    if (!readSession()) return;
    const idle = look();
    onSecondsLeft(idle.kind === 'warning' ? idle.secondsLeft : null);
    if (idle.kind === 'over') void endIdleSession();
    else timer = setTimeout(check, idle.checkInMs);
  }

  /** During the warning, only its button counts: a bumped desk must not keep a session open. */
  function use() {
    const now = Date.now();
    if (Math.abs(now - keptAt) < keepEveryMs || !readSession()) return;
    if (look().kind !== 'used') return check();
    keptAt = now;
    keepLastUsed(now);
    telling ??= setTimeout(() => {
      telling = undefined;
      if (readSession()) tellServer();
    }, tellServerAfterMs);
  }

  check();
  setUseWatched(true);
  for (const event of uses) window.addEventListener(event, use, { passive: true, capture: true });
  // Another tab was used, or a laptop woke up.
  window.addEventListener('storage', check);
  document.addEventListener('visibilitychange', check);
  return () => {
    setUseWatched(false);
    clearTimeout(timer);
    clearTimeout(telling);
    for (const event of uses) window.removeEventListener(event, use, { capture: true });
    window.removeEventListener('storage', check);
    document.removeEventListener('visibilitychange', check);
  };
}

/** Ends the session in this browser and on the server. Drafts and the place are kept for the person's next sign-in. */
async function endIdleSession(): Promise<void> {
  const session = readSession();
  // Another tab was faster, and this one reloads when it hears of it.
  if (!session) return;
  keepPlace(session.userId, true);
  clearSession();
  await endSession(session);
  reloadWithoutQuestion();
}
