import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../main/config.ts';

const issuer = 'kinbridge';
const portal = 'kinbridge-portal';
const registration = 'kinbridge-registration';
const algorithm = 'HS256';

type Keys = Pick<Config, 'secret'>;

function key(config: Keys): Uint8Array {
  return createHmac('sha256', config.secret).update('id tokens').digest();
}

export interface IdTokenSubject {
  userId: number;
  organizationId: number | null;
  userType: string;
  sessionId: string;
}

/** Fifteen minutes; what it says of rights is for the client's convenience, the server reads the database. */
export function mintIdToken(config: Keys, subject: IdTokenSubject): Promise<string> {
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

export async function readIdToken(config: Keys, token: string): Promise<{ userId: number; sessionId: string } | null> {
  const payload = await verify(config, token, portal);
  const userId = Number(payload?.sub);
  const sessionId = payload?.sid;
  if (!Number.isSafeInteger(userId) || typeof sessionId !== 'string' || !uuid.test(sessionId)) return null;
  return { userId, sessionId };
}

const hour = 3600;
const renewal = hour - 600;

/**
 * Lets the first admin of a just-registered organization sign up, for one hour. Whoever asks again meanwhile gets the
 * same one, and a new one once it is about to end.
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

export async function readRegistrationToken(config: Keys, token: string): Promise<number | null> {
  const payload = await verify(config, token, registration);
  return payload ? Number(payload.sub) : null;
}

async function verify(config: Keys, token: string, audience: string) {
  try {
    const { payload } = await jwtVerify(token, key(config), {
      issuer,
      audience,
      algorithms: [algorithm],
      requiredClaims: ['exp', 'sub'],
    });
    return payload;
  } catch {
    return null;
  }
}

/** An opaque token of 256 bits; only its hash is stored. */
export function mintOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOpaqueToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function mintCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Keyed and bound to the user: six digits under a plain hash could be tried out in a moment. */
export function hashCode(config: Keys, userId: number, code: string): Buffer {
  return createHmac('sha256', config.secret).update(`reset code ${userId} ${code}`).digest();
}
