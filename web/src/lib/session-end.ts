/**
 * What is kept when a session ends without Logout, so that the person can continue after signing in again. Drafts are
 * stored separately, encrypted (lib/draft-store.ts).
 */
const leftKey = 'kinbridge.left-at';
const endedKey = 'kinbridge.session-ended';
const resumedKey = 'kinbridge.resumed';

interface Ended {
  userId: number;
  /** Whether it ended because nobody used the portal for a while. */
  idle: boolean;
}

interface Left extends Ended {
  /** Path and query of the page. */
  path: string;
}

/** For this tab, and for the person's other tabs, which learn that the session is over. */
export function keepPlace(userId: number, idle = false): void {
  const ended: Ended = { userId, idle };
  localStorage.setItem(endedKey, JSON.stringify(ended));
  sessionStorage.setItem(leftKey, JSON.stringify({ ...ended, path: currentPath() } satisfies Left));
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

/** Goes to a path of ours, or returns the person to their page. Anyone else starts at /, as specification §4 says. */
export function leaveLogin(userId: number, returnPath?: string | null): void {
  const left = readLeft();
  sessionStorage.removeItem(leftKey);
  forgetEndedSession();
  // Replaced, so that Back doesn't lead from the portal to a used login form.
  if (returnPath || left?.userId !== userId) {
    window.location.replace(returnPath || '/');
    return;
  }
  sessionStorage.setItem(resumedKey, 'yes');
  // A reload keeps the page's history state, such as its search text.
  if (left.path === currentPath()) window.location.reload();
  else window.location.replace(left.path);
}

let resumed = false;

/** Reads what `leaveLogin` left once per page load, so that a later reload doesn't open the draft again. */
export function readResumed(): void {
  resumed = sessionStorage.getItem(resumedKey) !== null;
  sessionStorage.removeItem(resumedKey);
}

/** Whether this page opened by signing in after a session ended: dialogs with a draft then open on their own. */
export function isResumed(): boolean {
  return resumed;
}

function readLeft(): Left | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(leftKey) ?? 'null') as Left | null;
    return left !== null && isOwnPath(left.path) ? left : null;
  } catch {
    return null;
  }
}

/** A path on this site: `//host` and `/\host` would lead elsewhere. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}

function currentPath(): string {
  return `${window.location.pathname}${window.location.search}`;
}
