import type { Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { type ProfileField, userColumns } from './user-columns.ts';

export async function writeUserFields(
  tx: Tx,
  id: number,
  changed: ProfileField[],
  update: Partial<Record<ProfileField, string | boolean | null | undefined>>,
): Promise<void> {
  const assignments = changed.map((name) => sql`${sql.ref(userColumns[name])} = ${update[name] ?? null}`);
  await sql`update users set ${sql.join(assignments)},
    update_timestamp = ${laterTimestamp}
    where id = ${id}`.run(tx);
}
