import { fingerprintOf, keyIdOf, splitKeys } from '../encryption-keys.ts';
import type { Executor } from './database.ts';
import { sql } from './sql.ts';

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
