import { createHash } from 'node:crypto';
import { hashOpaqueToken } from '../../opaque-token.ts';

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');

/** Over https, browsers take the name from this host alone: no other host of the domain can set such a cookie. */
const prefixFor = (publicUrl: string) => `${isSecure(publicUrl) ? '__Host-' : ''}kinbridge-trip-`;

/** One cookie per trip, so a person can sign in from two tabs. */
function nameFor(state: string, publicUrl: string): string {
  return prefixFor(publicUrl) + createHash('sha256').update(state).digest('base64url').slice(0, 12);
}

/**
 * Binds a trip to this browser: ten minutes at the provider, one until the code is used, and thirty for a mailed link. Lax: it returns with the
 * provider's redirect, not with a foreign form.
 */
export function tripCookie(state: string, secret: string, publicUrl: string): string {
  const where = isSecure(publicUrl) ? 'Path=/; Secure' : 'Path=/v1/auth';
  return `${nameFor(state, publicUrl)}=${secret}; ${where}; Max-Age=2700; HttpOnly; SameSite=Lax`;
}

/** The secrets of this browser's trips by cookie name. */
function tripSecrets(header: string | undefined, prefix: string): Map<string, string> {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  const own = pairs.filter(([name = '', value]) => name.startsWith(prefix) && value);
  return new Map(own.slice(0, 50).map(([name = '', value = '']) => [name, value]));
}

/** Which trips are this browser's, whatever their state. */
export function readBrowserHashes(header: string | undefined, publicUrl: string): Buffer[] {
  return [...tripSecrets(header, prefixFor(publicUrl)).values()].map(hashOpaqueToken);
}

/** The secret of the trip with this state, and those of all trips of this browser. */
export function readTripCookies(
  header: string | undefined,
  state: string,
  publicUrl: string,
): { own: string | null; all: string[] } {
  const secrets = tripSecrets(header, prefixFor(publicUrl));
  return { own: secrets.get(nameFor(state, publicUrl)) ?? null, all: [...secrets.values()] };
}
