import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/**
 * Adds calls to an address's count for a minute and returns the new count. A process whose clock is behind adds to the
 * newest minute already started.
 */
export async function addCalls(db: Database, address: Buffer, minute: number, calls: number): Promise<number> {
  const counted = await sql<{ calls: number }>`
    insert into address_counts as c (address, minute, calls) values (${address}, ${minute}, ${calls})
    on conflict (address) do update set minute = greatest(c.minute, excluded.minute),
      calls = case when c.minute >= excluded.minute then least(c.calls + excluded.calls, 2000000000)
        else excluded.calls end
    returning calls`.one(db);
  return counted.calls;
}
