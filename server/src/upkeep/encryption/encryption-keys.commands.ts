import { randomBytes } from 'node:crypto';
import { commandCaller } from '../../access/caller.ts';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { isKeyLacking } from '../../db/encryption-keys.queries.ts';
import { sql } from '../../db/sql.ts';
import { findSetting, keepSetting, replaceSetting } from '../../db/text-settings.queries.ts';
import {
  decryptSecret,
  encryptionKeySetting,
  encryptSecret,
  fingerprintOf,
  keyIdOf,
  renewSecret,
  SecretUnreadable,
  splitKeys,
} from '../../encrypted-secret.ts';
import { pushKeySetting } from '../../features/push-notifications/push-key.commands.ts';
import { samlKeySetting } from '../../features/single-sign-on/saml-key-pair.commands.ts';
import { transitPrefix } from '../../outside/keys/transit-key-service.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { StartError } from '../../start-error.ts';

/** The row of `settings` with the fingerprints of keys that a rotation replaces and hasn't finished. */
const earlierSetting = 'earlier encryption keys';
const derivationSetting = 'derivation key';

/** Throws a StartError if values may be encrypted with a key that this process doesn't have. */
export async function requireEarlierKeys(db: Database, encryptionKey: string): Promise<void> {
  const fingerprints = splitKeys(encryptionKey).map((key) => fingerprintOf(key));
  const earlier = await findEarlierKeys(db);
  const missing = earlier.filter((fingerprint) => !fingerprints.includes(fingerprint)).map(keyIdOf);
  if (missing.length === 0) return;
  throw new StartError(
    `Some secrets or files are still encrypted with an earlier key (${missing.join(', ')}), which isn't in ENCRYPTION_KEY. Add it after a comma, and run npm run encryption -- rotate.`,
  );
}

async function findEarlierKeys(db: Executor): Promise<string[]> {
  return (await findSetting(db, earlierSetting))?.split(',').filter(Boolean) ?? [];
}

/**
 * The key for hashes and derived keys. It begins as the encryption key, which earlier versions used for both, and
 * stays the same when that changes. A database whose key was lost gets a new one.
 */
export async function keepDerivationKey(db: Database, encryptionKey: string): Promise<string> {
  const known = await findSetting(db, encryptionKeySetting);
  const current = splitKeys(encryptionKey).find((key) => fingerprintOf(key) === known) ?? encryptionKey;
  const encrypt = (key: string) => encryptSecret(current, derivationSetting, key).toString('base64');
  const stored = (await keepSetting(db, derivationSetting, encrypt(current))) ?? '';
  try {
    return decryptSecret(encryptionKey, derivationSetting, Buffer.from(stored, 'base64'));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    const fresh = randomBytes(32).toString('hex');
    await replaceSetting(db, derivationSetting, encrypt(fresh));
    return fresh;
  }
}

/** From now on, the newest key encrypts, if every process has it. Waits for transactions that encrypt with the one before. */
export async function switchToNewestKey(db: Database, encryptionKey: string): Promise<{ key: string; id: string }> {
  const [key = ''] = splitKeys(encryptionKey);
  const newest = fingerprintOf(key);
  await requireEverywhere(db, newest);
  await transaction(db, async (tx) => {
    const { value } = await sql<{ value: string }>`select value from settings where name = ${encryptionKeySetting}
      for update`.one(tx);
    if (value === newest) return;
    const kept = new Set([...(await findEarlierKeys(tx)), value]);
    kept.delete(newest);
    await replaceSetting(tx, earlierSetting, [...kept].join(','));
    await replaceSetting(tx, encryptionKeySetting, newest);
  });
  return { key, id: keyIdOf(newest) };
}

/** A process without the key could neither read nor store what is encrypted with it. */
async function requireEverywhere(db: Database, fingerprint: string): Promise<void> {
  if (!(await isKeyLacking(db, fingerprint))) return;
  throw new StartError(
    `A running process of Kinbridge doesn't have key ${keyIdOf(fingerprint)} yet, so nothing was changed. Restart every process with it in ENCRYPTION_KEY, and run this again.`,
  );
}

/** Nothing is encrypted with the earlier keys anymore. */
export async function forgetEarlierKeys(db: Database, keyId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await replaceSetting(tx, earlierSetting, '');
    const what = { action: 'encryption.rotate', entityId: null, detail: { keyId } } as const;
    await record(tx, { caller: commandCaller, ...what });
  });
}

/** The keys in `settings`, which every process needs to start or to sign people in. */
export async function renewSettings(db: Database, keys: { encryptionKey: string; key: string }): Promise<void> {
  for (const name of [derivationSetting, samlKeySetting, pushKeySetting]) {
    const stored = await findSetting(db, name);
    const renewed = stored === null ? null : renewSecret(keys, name, Buffer.from(stored, 'base64'));
    if (renewed) await replaceSetting(db, name, renewed.toString('base64'));
  }
}

/** What can't be read without the key: everything that is encrypted, apart from what a key service encrypted. */
export interface Unreadable {
  authenticators: number;
  clientSecrets: number;
  files: number;
}

export async function countUnreadable(db: Executor): Promise<Unreadable> {
  return sql<Unreadable>`select (select count(*)::integer from authenticators) as authenticators,
    (select count(*)::integer from identity_providers where client_secret is not null) as "clientSecrets",
    (select count(*)::integer from file_keys where not starts_with(key_id, ${transitPrefix})) as files`.one(db);
}

/** Lets the next start use another key. What the lost one encrypted stays as it is, and unreadable. */
export async function forgetLostKey(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    const detail = await countUnreadable(tx);
    // Others are made when they are needed. Browsers that subscribed for the lost one subscribe again.
    const made = [samlKeySetting, pushKeySetting];
    await sql`delete from settings where name = any(${[encryptionKeySetting, earlierSetting, ...made]})`.run(tx);
    await sql`delete from push_subscriptions`.run(tx);
    const what = { action: 'encryption.lost-key', entityId: null, detail: { ...detail } } as const;
    await record(tx, { caller: commandCaller, ...what });
  });
}
