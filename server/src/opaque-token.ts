import { createHash, randomBytes } from 'node:crypto';

/** An opaque token of 256 bits; only its hash is stored. */
export function mintOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOpaqueToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
