import { randomBytes } from 'node:crypto';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { lockCurrentKey } from '../../db/encryption-keys.queries.ts';
import { inBatches } from '../../db/in-batches.ts';
import { sql } from '../../db/sql.ts';
import { KeyMissing, type KeyService, type WrappedKey } from '../../outside/keys/key-service.ts';
import { LocalKeyService } from '../../outside/keys/local-key-service.ts';
import { transitPrefix } from '../../outside/keys/transit-key-service.ts';

/** What wraps the keys of files: the key service if there is one, otherwise ENCRYPTION_KEY. */
export interface Keyring {
  readEncryptionKey(): Promise<string>;
  keyService: KeyService | null;
}

const purposeOf = (storageKey: string) => `key of file ${storageKey}`;

/** Creates the key of a file. It is stored before the bytes that need it. */
export async function createFileKey(db: Database, keyring: Keyring, storageKey: string): Promise<Buffer> {
  const dataKey = randomBytes(32);
  await wrapFileKey(db, keyring, { storageKey, dataKey }, (executor, { keyId, wrapped }) =>
    sql`insert into file_keys (storage_key, key_id, wrapped) values (${storageKey}, ${keyId}, ${wrapped})`.run(
      executor,
    ),
  );
  return dataKey;
}

/** Wraps with the current key, which can't change until the result is stored. */
async function wrapFileKey(
  db: Database,
  { keyService, readEncryptionKey }: Keyring,
  { storageKey, dataKey }: { storageKey: string; dataKey: Buffer },
  store: (executor: Executor, key: WrappedKey) => Promise<void>,
): Promise<void> {
  const purpose = purposeOf(storageKey);
  if (keyService) return store(db, await keyService.wrap(purpose, dataKey));
  const encryptionKey = await readEncryptionKey();
  await transaction(db, async (tx) => {
    const local = new LocalKeyService(encryptionKey, await lockCurrentKey(tx, { encryptionKey }));
    await store(tx, await local.wrap(purpose, dataKey));
  });
}

/** The key of a file; null if the file isn't encrypted. */
export async function findFileKey(db: Database, keyring: Keyring, storageKey: string): Promise<Buffer | null> {
  const row = await sql<WrappedKey>`select key_id as "keyId", wrapped from file_keys
    where storage_key = ${storageKey}`.maybeOne(db);
  return row ? unwrapFileKey(keyring, storageKey, row) : null;
}

async function unwrapFileKey(keyring: Keyring, storageKey: string, key: WrappedKey): Promise<Buffer> {
  if (!key.keyId.startsWith(transitPrefix)) {
    const encryptionKey = await keyring.readEncryptionKey();
    return new LocalKeyService(encryptionKey, encryptionKey).unwrap(purposeOf(storageKey), key);
  }
  if (!keyring.keyService)
    throw new KeyMissing(`The key ${key.keyId} is in a key service, and KEY_SERVICE_URL is not set.`);
  return keyring.keyService.unwrap(purposeOf(storageKey), key);
}

/** Without its key, what is left of a file can't be read. */
export async function removeFileKey(db: Executor, storageKey: string): Promise<void> {
  await sql`delete from file_keys where storage_key = ${storageKey}`.run(db);
}

/** The id of the key that the keys of new files are wrapped with; proves that a key service works. */
export async function currentKeyId(db: Database, keyring: Keyring): Promise<string> {
  const storageKey = 'none';
  const dataKey = randomBytes(32);
  let current = '';
  await wrapFileKey(db, keyring, { storageKey, dataKey }, async (_executor, key) => {
    if (!(await unwrapFileKey(keyring, storageKey, key)).equals(dataKey))
      throw new KeyMissing('It unwraps another key.');
    current = key.keyId;
  });
  return current;
}

interface WrappedRow extends WrappedKey {
  /** The file's key in the store. */
  id: string;
}

/**
 * Wraps the keys of all files again that have another key than `keyId`; the files stay as they are. Calls `onBatch`
 * with the number done so far. Returns how many, and those that no key unwraps.
 */
export async function renewFileKeys(
  db: Database,
  keyring: Keyring,
  keyId: string,
  onBatch: (done: number) => void,
): Promise<{ renewed: number; unreadable: string[] }> {
  const result: { renewed: number; unreadable: string[] } = { renewed: 0, unreadable: [] };
  const findAfter = (storageKey: string) =>
    sql<WrappedRow>`select storage_key as id, key_id as "keyId", wrapped from file_keys
      where storage_key > ${storageKey} and key_id <> ${keyId} order by storage_key limit 200`.many(db);
  for await (const rows of inBatches('', findAfter)) {
    for (const row of rows) {
      if (await renewFileKey(db, keyring, row)) result.renewed++;
      else result.unreadable.push(row.id);
    }
    onBatch(result.renewed);
  }
  return result;
}

async function renewFileKey(db: Database, keyring: Keyring, { id: storageKey, ...old }: WrappedRow): Promise<boolean> {
  try {
    const dataKey = await unwrapFileKey(keyring, storageKey, old);
    await wrapFileKey(db, keyring, { storageKey, dataKey }, (executor, { keyId, wrapped }) =>
      sql`update file_keys set key_id = ${keyId}, wrapped = ${wrapped} where storage_key = ${storageKey}`.run(executor),
    );
    return true;
  } catch (error) {
    if (error instanceof KeyMissing) return false;
    throw error;
  }
}
