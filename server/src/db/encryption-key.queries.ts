import type { Keys } from '../config.ts';
import { encryptionKeySetting, fingerprintOf, splitKeys } from '../encryption-keys.ts';
import type { Tx } from './database.ts';
import { sql } from './sql.ts';

/**
 * The key that new values are encrypted with: the database's choice, so that processes with an additional key agree.
 * The lock lets a rotation wait for this transaction, and find its value.
 */
export async function lockCurrentKey(tx: Tx, { encryptionKey }: Pick<Keys, 'encryptionKey'>): Promise<string> {
  const row = await sql<{ value: string }>`select value from settings where name = ${encryptionKeySetting}
    for share`.maybeOne(tx);
  const keys = splitKeys(encryptionKey);
  return keys.find((key) => fingerprintOf(key) === row?.value) ?? keys[0] ?? encryptionKey;
}
