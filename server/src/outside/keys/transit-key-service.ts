import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { KeyMissing, type KeyService, KeyServiceUnavailable, type WrappedKey } from './key-service.ts';

export interface TransitSettings {
  /** Ends with the engine's mount, such as https://vault.example.org:8200/v1/transit. */
  url: string;
  keyName: string;
  /** Read at every call, since an agent renews it. */
  tokenFile: string;
  timeoutMs?: number;
}

const encrypted = z.object({ data: z.object({ ciphertext: z.string().regex(/^\w+:v\d+:/) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.string() }) });

/** The transit engine of HashiCorp Vault or OpenBao. A ciphertext begins with the version of the key: `vault:v1:`. */
export class TransitKeyService implements KeyService {
  constructor(private readonly settings: TransitSettings) {}

  async wrap(_purpose: string, dataKey: Buffer): Promise<WrappedKey> {
    const { data } = encrypted.parse(await this.#post('encrypt', { plaintext: dataKey.toString('base64') }));
    const [, version] = data.ciphertext.split(':');
    return { keyId: `${this.#prefix}${version}`, wrapped: Buffer.from(data.ciphertext) };
  }

  async unwrap(_purpose: string, { keyId, wrapped }: WrappedKey): Promise<Buffer> {
    if (!keyId.startsWith(this.#prefix)) throw new KeyMissing(`The key service doesn't have the key ${keyId}.`);
    const { data } = decrypted.parse(await this.#post('decrypt', { ciphertext: wrapped.toString() }));
    return Buffer.from(data.plaintext, 'base64');
  }

  get #prefix(): string {
    return `${transitPrefix}${this.settings.keyName}:`;
  }

  async #post(action: 'encrypt' | 'decrypt', body: Record<string, string>): Promise<unknown> {
    const { url, keyName, tokenFile, timeoutMs = 5_000 } = this.settings;
    try {
      const token = (await readFile(tokenFile, 'utf8')).trim();
      const response = await fetch(`${url}/${action}/${encodeURIComponent(keyName)}`, {
        method: 'POST',
        headers: { 'x-vault-token': token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      if (response.ok) return await response.json();
      // 400: the key or its version was deleted.
      if (response.status === 400 || response.status === 404) throw new KeyMissing(refused(response.status));
      throw new KeyServiceUnavailable(refused(response.status));
    } catch (error) {
      if (error instanceof KeyMissing || error instanceof KeyServiceUnavailable) throw error;
      throw new KeyServiceUnavailable(`The key service can't be used (${(error as Error).name}).`, { cause: error });
    }
  }
}

/** How the ids of such keys begin. */
export const transitPrefix = 'transit:';

function refused(status: number): string {
  return `The key service answered ${status}.`;
}
