import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { AppContext } from '../../app-context.ts';
import { type Database, transaction } from '../../db/database.ts';
import { lockCurrentKey } from '../../db/encryption-keys.queries.ts';
import { findSetting, keepSetting } from '../../db/text-settings.queries.ts';
import { decryptSecret, encryptSecret } from '../../encrypted-secret.ts';
import { selfSign } from './self-signed-certificate.ts';

/** The row of `settings` with the key that SAML providers encrypt for, and what it is encrypted for itself. */
export const samlKeySetting = 'SAML encryption key';

/** Both as PEM. */
export interface SamlKeyPair {
  privateKey: string;
  /** Published in our metadata. Only its key counts, so it holds for long. */
  certificate: string;
}

const generate = promisify(generateKeyPair);
/** Strangers can ask for the metadata, so keys are made one at a time. */
const beingMade = new WeakMap<Database, Promise<string>>();

/** The installation's key pair, made when it is first needed. */
export async function samlKeyPair(app: AppContext): Promise<SamlKeyPair> {
  const { db, config } = app;
  let stored = await findSetting(db, samlKeySetting);
  if (stored === null) {
    const made = beingMade.get(db) ?? storeKeyPair(app).finally(() => beingMade.delete(db));
    beingMade.set(db, made);
    stored = await made;
  }
  return JSON.parse(decryptSecret(config.encryptionKey, samlKeySetting, Buffer.from(stored, 'base64')));
}

/** Answers what is stored, which may be another process's. */
async function storeKeyPair({ db, config }: AppContext): Promise<string> {
  const keys = await generate('rsa', { modulusLength: 3072 });
  const from = new Date();
  const pair: SamlKeyPair = {
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSign({ ...keys, commonName: 'Kinbridge', from, until: new Date('2049-01-01') }),
  };
  return transaction(db, async (tx) => {
    const encrypted = encryptSecret(await lockCurrentKey(tx, config), samlKeySetting, JSON.stringify(pair));
    return (await keepSetting(tx, samlKeySetting, encrypted.toString('base64'))) ?? '';
  });
}
