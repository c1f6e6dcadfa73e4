/**
 * The tokens of accounts that have signed in with this browser. They survive Logout and let their owner sign in while a
 * stranger is guessing. Stored under a digest, so that no email address stays on a shared computer.
 */
const key = 'kinbridge.devices';
const maxTokens = 20;

export async function readDeviceToken(email: string): Promise<string | undefined> {
  const name = await digest(email);
  return name === null ? undefined : readAll().get(name);
}

export async function keepDeviceToken(email: string, token: string): Promise<void> {
  const name = await digest(email);
  if (name === null) return;
  const all = readAll();
  all.delete(name);
  const kept = [...all.set(name, token)].slice(-maxTokens);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
}

function readAll(): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return new Map(Object.entries(stored as object).filter(([, token]) => typeof token === 'string'));
  } catch {
    return new Map();
  }
}

/** Null on plain HTTP, where browsers offer no digests; signing in works without it. */
async function digest(email: string): Promise<string | null> {
  if (crypto.subtle === undefined) return null;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email.trim().toLowerCase()));
  return [...new Uint8Array(bytes, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
