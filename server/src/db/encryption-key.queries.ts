import type { Keys } from '../config.ts';
import { encryptionKeySetting, fingerprintOf, keyIdOf, NewestKeyMissing, splitKeys } from '../encryption-keys.ts';
import type { Tx } from './database.ts';
import { sql } from './sql.ts';

/**
 * The key that new values are encrypted with: the database's choice, so that processes with an additional key agree.
 * The lock lets a rotation wait for this transaction, and find its value. Throws NewestKeyMissing in a process without
 * that key: what it encrypted with an earlier one would be lost with it.
 */
export async function lockCurrentKey(tx: Tx, { encryptionKey }: Pick<Keys, 'encryptionKey'>): Promise<string> {
  const row = await sql<{ value: string }>`select value from settings where name = ${encryptionKeySetting}
    for share`.maybeOne(tx);
  const [newest = encryptionKey, ...earlier] = splitKeys(encryptionKey);
  if (!row) return newest;
  const current = [newest, ...earlier].find((key) => fingerprintOf(key) === row.value);
  if (current === undefined) throw new NewestKeyMissing(`Key ${keyIdOf(row.value)} isn't in ENCRYPTION_KEY.`);
  return current;
}
