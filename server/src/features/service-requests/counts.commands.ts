import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Merges the pending changes of each count; readers see the sum before or after, never in between. */
export async function sumUpCounts(db: Database): Promise<void> {
  await sumUp(db, 'service_request_counts', 'organization_id, side, status');
  await sumUp(db, 'overdue_request_counts', 'organization_id, side');
  await sumUp(db, 'organization_member_counts', 'organization_id');
}

async function sumUp(db: Database, tableName: string, columns: string): Promise<void> {
  const [table, key] = [sql.raw(tableName), sql.raw(columns)];
  await sql`
    with several as (select ${key} from ${table} group by ${key} having count(*) > 1),
    gone as (delete from ${table} where (${key}) in (select ${key} from several) returning *)
    insert into ${table} (${key}, change)
    select ${key}, sum(change) from gone group by ${key} having sum(change) <> 0`.run(db);
}
