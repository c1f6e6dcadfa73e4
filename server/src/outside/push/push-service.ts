import { createECDH, createPrivateKey, type JsonWebKey } from 'node:crypto';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { isAllowedUrl, type ReachableNetwork, sendGuarded } from '../network/guarded-request.ts';

/** Where a browser gets what we send, and what only it can read it with; from the browser itself. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Who sends, as a push service knows it (RFC 8292). */
export interface PushSender {
  privateKey: JsonWebKey;
  publicKey: string;
  /** Where the service's operators find us. */
  contact: string;
}

export type PushResult =
  /** Taken, or refused for good. */
  | { kind: 'done' }
  /** The browser doesn't listen anymore. */
  | { kind: 'gone' }
  /** The service is busy, fails or can't be reached. */
  | { kind: 'later'; retryAfterSeconds: number | null };

const secondsToLive = 86_400;
/** Answers of push services are empty or a sentence. */
const tooLarge = { bytes: 10_000, error: () => new Error("The push service's answer is too large") };

/** Sends one notice, readable for that browser alone (RFC 8030 and 8291). */
export async function sendPush(
  network: ReachableNetwork,
  { sender, to, text }: { sender: PushSender; to: PushAddress; text: string },
): Promise<PushResult> {
  const url = new URL(to.endpoint);
  if (!isAllowedUrl(url, network)) return { kind: 'done' };
  const headers = {
    authorization: `vapid t=${await signFor(sender, url.origin)}, k=${sender.publicKey}`,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(secondsToLive),
  };
  const signal = AbortSignal.timeout(network.timeoutSeconds * 1000);
  try {
    const response = await sendGuarded(url, network, {
      method: 'POST',
      headers,
      body: seal(to, text),
      signal,
      tooLarge,
    });
    return resultOf(response);
  } catch {
    return { kind: 'later', retryAfterSeconds: null };
  }
}

function resultOf({ status, headers }: Response): PushResult {
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 429 && status < 500) return { kind: 'done' };
  return { kind: 'later', retryAfterSeconds: secondsUntil(headers.get('retry-after')) };
}

/** Retry-After is a number of seconds, or a date. */
function secondsUntil(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

function seal({ p256dh, auth }: PushAddress, text: string): Buffer {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  const keys = { dh: Buffer.from(p256dh, 'base64url'), authSecret: Buffer.from(auth, 'base64url') };
  return encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey, ...keys });
}

function signFor({ privateKey, contact }: PushSender, origin: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(origin)
    .setExpirationTime('12h')
    .setSubject(contact)
    .sign(createPrivateKey({ key: privateKey, format: 'jwk' }));
}
