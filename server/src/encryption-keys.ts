import { createHmac } from 'node:crypto';

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
