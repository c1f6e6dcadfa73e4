import { hkdfSync } from 'node:crypto';

/** 32 bytes in base64, the same for a person on every server with this encryption key, and no clue to anybody else's. */
export function draftKey(encryptionKey: string, userId: number): string {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', `drafts of user ${userId}`, 32)).toString('base64');
}
