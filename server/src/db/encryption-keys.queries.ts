import type { Keys } from '../config.ts';
import { encryptionKeySetting, fingerprintOf, keyIdOf, NewestKeyMissing, splitKeys } from '../encrypted-secret.ts';
import type { Executor, Tx } from './database.ts';
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

/** Of all locks that say which keys a process has. */
const lockClass = "hashtext('kinbridge.held-key')";

/**
 * Takes a shared lock for each key that a process has. Held on the connection that it keeps, they end with it, so the
 * database knows at every moment which keys the running processes have.
 */
export function holdKeys(encryptionKey: string): string {
  const locks = splitKeys(encryptionKey).map((key) => lockNumber(fingerprintOf(key)));
  return `select pg_advisory_lock_shared(${lockClass}, key) from unnest(array[${locks.join(',')}]) as key`;
}

/** Whether a running process lacks the key. */
export async function isKeyLacking(db: Executor, fingerprint: string): Promise<boolean> {
  const rows = await sql`select pid from pg_locks where locktype = 'advisory' and classid = ${sql.raw(lockClass)}::oid
      and database = (select oid from pg_database where datname = current_database())
    group by pid having not bool_or(objid = ${lockNumber(fingerprint)}::integer::oid)`.many(db);
  return rows.length > 0;
}

function lockNumber(fingerprint: string): number {
  return Buffer.from(keyIdOf(fingerprint), 'hex').readInt32BE();
}
