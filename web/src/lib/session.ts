/**
 * The session as the specification stores it: tokens, user id and organization id in browser storage. Other tabs learn
 * of changes through the storage event.
 */
export interface Session {
  idToken: string;
  refreshToken: string;
  userId: number;
  organizationId: number | null;
  userType: string | undefined;
}

const key = 'kinbridge.session';

export function readSession(): Session | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return stored !== null && typeof stored === 'object' && 'idToken' in stored ? (stored as Session) : null;
  } catch {
    return null;
  }
}

/** Stores the tokens, with the user and organization from their claims. */
export function storeSession({ idToken, refreshToken }: { idToken: string; refreshToken: string }): Session {
  const claims = readClaims(idToken);
  const session: Session = {
    idToken,
    refreshToken,
    userId: Number(claims['custom:userId']),
    organizationId: claims['custom:organizationId'] === undefined ? null : Number(claims['custom:organizationId']),
    userType: claims['custom:userType'],
  };
  localStorage.setItem(key, JSON.stringify(session));
  return session;
}

export function clearSession(): void {
  localStorage.removeItem(key);
  localStorage.removeItem(usedKey);
}

const usedKey = 'kinbridge.last-used';

/** When the person last used the portal, in any tab. Only kept if their organization ends unused sessions. */
export function readLastUsed(): number | null {
  const stored = localStorage.getItem(usedKey);
  return stored === null ? null : Number(stored);
}

export function keepLastUsed(time: number): void {
  localStorage.setItem(usedKey, String(time));
}

/** The browser tells the server of use every half minute, and that call must count. */
const useCountsMs = 45_000;

let watched = false;

/** Called when this page begins or stops to watch for use. */
export function setUseWatched(on: boolean): void {
  watched = on;
}

/**
 * Whether nobody has used the portal for a while, so that what its screens ask for on their own isn't use. On pages that
 * don't watch, the stored time may be from before the organization switched the log-off off.
 */
export function isUnused(): boolean {
  return watched && Date.now() - (readLastUsed() ?? 0) > useCountsMs;
}

function readClaims(jwt: string): Record<string, string | undefined> {
  const payload = jwt.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Calls back when another tab signs out or signs in as someone else, but not when it refreshes tokens. */
export function onSessionChangedElsewhere(listener: (userIdBefore: number | undefined) => void): () => void {
  const before = readSession()?.userId;
  const listen = (event: StorageEvent) => {
    if ((event.key === key || event.key === null) && readSession()?.userId !== before) listener(before);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
