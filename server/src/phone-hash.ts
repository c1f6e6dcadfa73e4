import { createHash, createHmac } from 'node:crypto';

/** Recognizes the number of an erased member. Keyed, since all phone numbers can be tried in seconds. */
export function hashPhone({ derivationKey }: { derivationKey: string }, phoneNumber: string): Buffer {
  const plain = createHash('sha256').update(phoneNumber).digest();
  return createHmac('sha256', derivationKey).update('phone number ').update(plain).digest();
}
