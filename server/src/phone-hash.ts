import { createHash, createHmac } from 'node:crypto';

/**
 * Recognizes the number of an erased member. Keyed, since all phone numbers can be tried in seconds. Over the plain
 * hash that earlier versions stored, so theirs can be keyed too.
 */
export function hashPhone({ derivationKey }: { derivationKey: string }, phoneNumber: string): Buffer {
  return keyPhoneHash(derivationKey, createHash('sha256').update(phoneNumber).digest());
}

export function keyPhoneHash(derivationKey: string, plain: Buffer): Buffer {
  return createHmac('sha256', derivationKey).update('phone number ').update(plain).digest();
}
