declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** RFC 8188 with the keys of RFC 8291; header and record in one. */
  export function encrypt(
    content: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; dh: Buffer; authSecret: Buffer },
  ): Buffer;
}
