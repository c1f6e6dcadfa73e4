import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Lets distinct members of a large organization be counted in memory instead of on disk. */
export function withWorkMem<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`select set_config('work_mem', '64MB', true)`.run(tx);
    return work(tx);
  });
}
