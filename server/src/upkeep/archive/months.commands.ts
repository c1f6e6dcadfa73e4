import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Creates the partitions of this month and the next three, for every table that is divided by month. */
export async function prepareMonths(db: Executor): Promise<void> {
  await sql`select prepare_months()`.run(db);
}
