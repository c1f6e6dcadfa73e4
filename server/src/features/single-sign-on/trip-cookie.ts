import { createHash } from 'node:crypto';

const prefix = 'kinbridge-trip-';

/** One cookie per trip, so a person can sign in from two tabs. */
function nameFor(state: string): string {
  return prefix + createHash('sha256').update(state).digest('base64url').slice(0, 12);
}

/** Binds a trip to this browser for ten minutes. Lax: it returns with the provider's redirect, not with a foreign form. */
export function tripCookie(state: string, secret: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${nameFor(state)}=${secret}; Path=/v1/auth; Max-Age=600; HttpOnly; SameSite=Lax${secure}`;
}

/** The secrets of this browser's trips by cookie name. */
function tripSecrets(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  const own = pairs.filter(([name = '', value]) => name.startsWith(prefix) && value);
  return new Map(own.slice(0, 50).map(([name = '', value = '']) => [name, value]));
}

/** The secret of the trip with this state, and those of all trips of this browser. */
export function readTripCookies(header: string | undefined, state: string): { own: string | null; all: string[] } {
  const secrets = tripSecrets(header);
  return { own: secrets.get(nameFor(state)) ?? null, all: [...secrets.values()] };
}
