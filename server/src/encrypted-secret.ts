import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The row of `settings` that says which key encrypts now. */
export const encryptionKeySetting = 'fingerprint of ENCRYPTION_KEY';

const shortestKey = 32;

/** The keys in ENCRYPTION_KEY, the newest first, separated by commas. A comma in a single key stays part of it. */
export function splitKeys(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => part.length >= shortestKey) ? parts : [text];
}

export function fingerprintOf(key: string, setting = encryptionKeySetting): string {
  return createHmac('sha256', key).update(setting).digest('hex');
}

/** Another key encrypts now, and this process was started without it. */
export class NewestKeyMissing extends Error {}

/** A short name for a key, which tells nothing about it. */
export function keyIdOf(fingerprint: string): string {
  return fingerprint.slice(0, 8);
}

/** First byte of every encrypted secret, so a later form can be told apart. */
const form = 1;
const ivLength = 12;
const tagLength = 16;

/** The value was changed or moved, or its key is missing. */
export class SecretUnreadable extends Error {}

/**
 * Encrypts a secret for one column, with AES-256-GCM. `purpose` names what it is and whose, such as
 * `authenticator of user 7`: a value moved to another row doesn't decrypt.
 */
export function encryptSecret(key: string, purpose: string, secret: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyFor(key), iv);
  cipher.setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), encrypted]);
}

/** Tries every key of ENCRYPTION_KEY. Throws SecretUnreadable if the value was changed, moved, or has another key. */
export function decryptSecret(encryptionKey: string, purpose: string, value: Buffer): string {
  for (const key of splitKeys(encryptionKey)) {
    const secret = decryptWith(key, purpose, value);
    if (secret !== null) return secret;
  }
  throw new SecretUnreadable(`The ${purpose} can't be decrypted.`);
}

/** The same secret under `key`; null if it is encrypted with it already. */
export function renewSecret(
  { encryptionKey, key }: { encryptionKey: string; key: string },
  purpose: string,
  value: Buffer,
): Buffer | null {
  if (decryptWith(key, purpose, value) !== null) return null;
  return encryptSecret(key, purpose, decryptSecret(encryptionKey, purpose, value));
}

function decryptWith(key: string, purpose: string, value: Buffer): string | null {
  const begin = 1 + ivLength + tagLength;
  if (value[0] !== form || value.length < begin) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key), value.subarray(1, 1 + ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(value.subarray(1 + ivLength, begin));
  const secret = decipher.update(value.subarray(begin));
  try {
    return Buffer.concat([secret, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keyFor(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'secrets in the database', 32));
}
