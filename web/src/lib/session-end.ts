import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';
import { forgetLink, readLink } from './sign-in/opened-link.ts';

/**
 * What is kept when a session ends without Logout, so that the person can continue after signing in again. Drafts are
 * stored separately, encrypted (lib/draft-store.ts).
 */
const leftKey = 'kinbridge.left-at';
const endedKey = 'kinbridge.session-ended';
export const resumedKey = 'kinbridge.resumed';

interface Ended {
  userId: number;
  /** Whether it ended because nobody used the portal for a while. */
  idle: boolean;
}

interface Left extends Ended {
  /** Path, query and fragment of the page. */
  path: string;
}

/** For this tab, and for the person's other tabs, which learn that the session is over. */
export function keepPlace(userId: number, idle = false): void {
  const ended: Ended = { userId, idle };
  localStorage.setItem(endedKey, JSON.stringify(ended));
  sessionStorage.setItem(
    leftKey,
    JSON.stringify({ ...ended, path: `${currentPath()}${window.location.hash}` } satisfies Left),
  );
}

/** Another tab cleared the session: keeps the place in this tab, unless the person logged out. */
export function keepPlaceOfEndedSession(userId: number | undefined): void {
  const ended = JSON.parse(localStorage.getItem(endedKey) ?? 'null') as Ended | null;
  if (userId !== undefined && ended?.userId === userId) keepPlace(userId, ended.idle);
}

/** Reloads without the browser's question about unsaved changes: they are kept, and nobody may be there to answer. */
export function reloadWithoutQuestion(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  window.location.reload();
}

export function forgetEndedSession(): void {
  localStorage.removeItem(endedKey);
}

/** Whether the person came to the login screen because their session ended, and why. */
export function sessionEnded(): 'idle' | 'ended' | null {
  const left = readLeft();
  return left && (left.idle ? 'idle' : 'ended');
}

/**
 * Goes to a path of ours, the page where the person's session ended, or the link they opened. Anyone else starts at /, as
 * specification §4 says.
 */
export function leaveLogin(userId: number, returnPath?: string | null): void {
  const left = readLeft();
  const own = left?.userId === userId ? left.path : null;
  const path = returnPath || own || readLink() || '/';
  sessionStorage.removeItem(leftKey);
  forgetLink();
  forgetEndedSession();
  if (path === own) sessionStorage.setItem(resumedKey, 'yes');
  // Replaced, so that Back doesn't lead from the portal to a used login form.
  if (path.split('#', 1)[0] !== currentPath()) {
    window.location.replace(path);
    return;
  }
  // A reload keeps the page's history state, such as its search text. Another fragment alone would load nothing.
  window.history.replaceState(window.history.state, '', path);
  window.location.reload();
}

/** Unless it is the page that the person opened since. */
export function forgetOtherPlace(): void {
  if (readLeft()?.path.split('#', 1)[0] !== currentPath()) sessionStorage.removeItem(leftKey);
}

function readLeft(): Left | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(leftKey) ?? 'null') as Left | null;
    return left !== null && isOwnPath(left.path) ? left : null;
  } catch {
    return null;
  }
}

function currentPath(): string {
  return `${window.location.pathname}${window.location.search}`;
}
