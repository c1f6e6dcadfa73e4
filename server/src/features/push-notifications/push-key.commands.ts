import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import { transaction } from '../../db/database.ts';
import { lockCurrentKey } from '../../db/encryption-keys.queries.ts';
import { findSetting, keepSetting } from '../../db/text-settings.queries.ts';
import { decryptSecret, encryptSecret } from '../../encrypted-secret.ts';

/** The row of `settings` with the key that signs what we send to push services, and what it is encrypted for. */
export const pushKeySetting = 'push key';

export interface PushKey {
  privateKey: JsonWebKey;
  /** The uncompressed point, as browsers want it. */
  publicKey: string;
}

/** The installation's key, made when it is first needed. Browsers subscribe for it, so it stays. */
export async function findPushKey(app: AppContext): Promise<PushKey> {
  const stored = (await findSetting(app.db, pushKeySetting)) ?? (await storeKey(app));
  const privateKey = JSON.parse(
    decryptSecret(app.config.encryptionKey, pushKeySetting, Buffer.from(stored, 'base64')),
  ) as JsonWebKey;
  return { privateKey, publicKey: pointOf(privateKey) };
}

/** Answers what is stored, which may be another process's. */
async function storeKey({ db, config }: AppContext): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = JSON.stringify(privateKey.export({ format: 'jwk' }));
  return transaction(db, async (tx) => {
    const encrypted = encryptSecret(await lockCurrentKey(tx, config), pushKeySetting, text);
    return (await keepSetting(tx, pushKeySetting, encrypted.toString('base64'))) ?? '';
  });
}

function pointOf({ x = '', y = '' }: JsonWebKey): string {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url');
}
