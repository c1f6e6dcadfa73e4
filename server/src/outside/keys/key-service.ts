/** A file's key, encrypted, and the name of the key that encrypted it. */
export interface WrappedKey {
  keyId: string;
  wrapped: Buffer;
}

/** Encrypts the keys of files with a key that never leaves it. */
export interface KeyService {
  /** `purpose` says whose key it is, for services that bind it. */
  wrap(purpose: string, dataKey: Buffer): Promise<WrappedKey>;
  /** Throws KeyMissing if it doesn't have that key, or KeyServiceUnavailable. */
  unwrap(purpose: string, key: WrappedKey): Promise<Buffer>;
}

/** The key that something is encrypted with isn't there. */
export class KeyMissing extends Error {}

/** The service didn't answer, or refused for now. */
export class KeyServiceUnavailable extends Error {}
