import { hkdfSync } from 'node:crypto';

/** 32 bytes in base64: stable per person and encryption key, and unrelated to other people's. */
export function draftKey(encryptionKey: string, userId: number): string {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', `drafts of user ${userId}`, 32)).toString('base64');
}
