import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** A large organization's members are told apart in memory rather than on disk. */
export function withWorkMem<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
    return work(tx);
  });
}
