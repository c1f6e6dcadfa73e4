import { decryptSecret, encryptSecret, fingerprintOf, keyIdOf, SecretUnreadable } from '../../encrypted-secret.ts';
import { KeyMissing, type KeyService, type WrappedKey } from './key-service.ts';

/** Wraps with ENCRYPTION_KEY, and unwraps with all keys in it. */
export class LocalKeyService implements KeyService {
  constructor(
    private readonly encryptionKey: string,
    private readonly current: string,
  ) {}

  async wrap(purpose: string, dataKey: Buffer): Promise<WrappedKey> {
    const keyId = keyIdOf(fingerprintOf(this.current));
    return { keyId, wrapped: encryptSecret(this.current, purpose, dataKey.toString('base64')) };
  }

  async unwrap(purpose: string, { keyId, wrapped }: WrappedKey): Promise<Buffer> {
    try {
      return Buffer.from(decryptSecret(this.encryptionKey, purpose, wrapped), 'base64');
    } catch (error) {
      throw error instanceof SecretUnreadable ? new KeyMissing(`The key ${keyId} isn't in ENCRYPTION_KEY.`) : error;
    }
  }
}
