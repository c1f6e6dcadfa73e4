import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** First byte of every encrypted secret, so a later form can be told apart. */
const form = 1;
const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts a secret for one column, with AES-256-GCM. `purpose` names what it is and whose, such as
 * `authenticator of user 7`: a value moved to another row doesn't decrypt.
 */
export function encryptSecret(encryptionKey: string, purpose: string, secret: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyFor(encryptionKey), iv);
  cipher.setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), encrypted]);
}

/** Throws if the value was changed, moved, or encrypted with another key. */
export function decryptSecret(encryptionKey: string, purpose: string, value: Buffer): string {
  if (value[0] !== form) throw new Error('This value has an unknown form.');
  const iv = value.subarray(1, 1 + ivLength);
  const decipher = createDecipheriv('aes-256-gcm', keyFor(encryptionKey), iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(value.subarray(1 + ivLength, 1 + ivLength + tagLength));
  const encrypted = value.subarray(1 + ivLength + tagLength);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
}

function keyFor(encryptionKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', 'secrets in the database', 32));
}
