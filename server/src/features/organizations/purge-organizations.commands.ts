import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { dropFile } from '../../records/stored-files/stored-files.commands.ts';

const batchSize = 100;

/** Removes registrations left unverified for 7 days, with all their data. */
export async function purgeUnverifiedOrganizations(db: Database): Promise<void> {
  while ((await transaction(db, purgeBatch)) === batchSize);
}

/** Nobody ever signed in, so they only have unverified sign-ups, services and a logo. */
async function purgeBatch(tx: Tx): Promise<number> {
  const rows = await sql<{ id: number; logo_file_id: number | null }>`
    select id, logo_file_id from organizations
    where verified_timestamp is null and create_timestamp < now() - interval '7 days'
    order by create_timestamp limit ${batchSize} for update skip locked`.many(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from users where organization_id = any(${ids}::bigint[])`.run(tx);
  await sql`delete from services where organization_id = any(${ids}::bigint[])`.run(tx);
  await sql`delete from organizations where id = any(${ids}::bigint[])`.run(tx);
  for (const { logo_file_id } of rows) if (logo_file_id !== null) await dropFile(tx, logo_file_id);
  return rows.length;
}
