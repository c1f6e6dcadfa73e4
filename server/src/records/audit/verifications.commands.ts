import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Keeps the result of a verification for the operator's console. */
export async function recordVerification(
  db: Executor,
  { rows, problems }: { rows: number; problems: string[] },
): Promise<void> {
  await sql`insert into audit_verifications (intact, row_count, problem)
    values (${problems.length === 0}, ${rows}, ${problems.length === 0 ? null : problems.join(' ')})`.run(db);
}
