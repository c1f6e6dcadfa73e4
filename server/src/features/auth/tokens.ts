import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Config } from '../../config.ts';

const issuer = 'kinbridge';
const portal = 'kinbridge-portal';
const registration = 'kinbridge-registration';
const algorithm = 'HS256';

type Keys = Pick<Config, 'secret'>;

const keys = new Map<string, Buffer>();

function key({ secret }: Keys): Buffer {
  const derived = keys.get(secret) ?? createHmac('sha256', secret).update('id tokens').digest();
  keys.set(secret, derived);
  return derived;
}

/** Valid for 15 minutes. Its rights are only for the client; the server reads the database. */
export function mintIdToken(
  config: Keys,
  subject: { userId: number; organizationId: number | null; userType: string; sessionId: string },
): Promise<string> {
  return new SignJWT({
    'custom:userId': String(subject.userId),
    ...(subject.organizationId === null ? {} : { 'custom:organizationId': String(subject.organizationId) }),
    'custom:userType': subject.userType,
    sid: subject.sessionId,
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(String(subject.userId))
    .setIssuer(issuer)
    .setAudience(portal)
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(key(config));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface IdToken {
  userId: number;
  sessionId: string;
  /** In seconds. */
  expires: number;
}

/** Verified tokens until they expire: a browser sends the same one for 15 minutes. */
const verified = new WeakMap<Keys, Map<string, IdToken>>();
const maxVerified = 5_000;

export function readIdToken(config: Keys, token: string): IdToken | null {
  const known = verified.get(config) ?? new Map<string, IdToken>();
  verified.set(config, known);
  const before = known.get(token);
  if (before) return isOver(before.expires) ? null : before;
  const read = readUnknownIdToken(config, token);
  if (known.size >= maxVerified) known.clear();
  if (read) known.set(token, read);
  return read;
}

function readUnknownIdToken(config: Keys, token: string): IdToken | null {
  const payload = verify(config, token, portal);
  const userId = Number(payload?.sub);
  const sessionId = payload?.sid;
  if (!Number.isSafeInteger(userId) || typeof sessionId !== 'string' || !uuid.test(sessionId)) return null;
  return { userId, sessionId, expires: payload?.exp as number };
}

const hour = 3600;
const renewal = hour - 600;

/**
 * Lets the first admin of a new organization sign up, for one hour. Asking again returns the same token, or a new one
 * shortly before it expires.
 */
export function mintRegistrationToken(
  config: Keys,
  { id, registeredAt }: { id: number; registeredAt: number },
  now = Date.now() / 1000,
): Promise<string> {
  const renewals = Math.floor(Math.max(0, now - registeredAt) / renewal);
  return new SignJWT({})
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(String(id))
    .setIssuer(issuer)
    .setAudience(registration)
    .setExpirationTime(registeredAt + renewals * renewal + hour)
    .sign(key(config));
}

export function readRegistrationToken(config: Keys, token: string): number | null {
  const payload = verify(config, token, registration);
  return payload ? Number(payload.sub) : null;
}

/** Runs on every call, so it is one synchronous HMAC: WebCrypto is many times slower. */
function verify(config: Keys, token: string, audience: string): Record<string, unknown> | null {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  const expected = Buffer.from(createHmac('sha256', key(config)).update(`${header}.${payload}`).digest('base64url'));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { alg, typ, crit } = decoded(header);
  if (alg !== algorithm || (typ ?? 'JWT') !== 'JWT' || crit !== undefined) return null;
  const claims = decoded(payload);
  if (claims.iss !== issuer || claims.aud !== audience || typeof claims.sub !== 'string') return null;
  if (typeof claims.exp !== 'number' || isOver(claims.exp)) return null;
  return claims;
}

function isOver(expires: number): boolean {
  return expires <= Math.floor(Date.now() / 1000);
}

/** Decodes one part of a token; empty if it isn't an object. */
function decoded(part: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) };
  } catch {
    return {};
  }
}

export function mintCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** An HMAC bound to the user: six digits in a plain hash could be brute-forced instantly. */
export function hashCode(config: Keys, userId: number, code: string): Buffer {
  return createHmac('sha256', config.secret).update(`reset code ${userId} ${code}`).digest();
}
