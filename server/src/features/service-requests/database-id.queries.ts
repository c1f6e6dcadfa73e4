import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Names this database among all others: a dump that is restored elsewhere doesn't bring it along. */
export async function findDatabaseId(db: Executor): Promise<string> {
  const { id } = await sql<{ id: string }>`
    select system_identifier || '/' || oid as id from pg_control_system(), pg_database
    where datname = current_database()`.one(db);
  return id;
}
