import { hkdfSync } from 'node:crypto';

/** 32 bytes in base64: stable per person and derivation key, and unrelated to other people's. */
export function draftKey(derivationKey: string, userId: number): string {
  return Buffer.from(hkdfSync('sha256', derivationKey, '', `drafts of user ${userId}`, 32)).toString('base64');
}
