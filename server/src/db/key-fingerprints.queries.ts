import type { Database } from './database.ts';
import { sql } from './sql.ts';

/** The fingerprint that was kept under this name, or null. */
export async function findFingerprint(db: Database, name: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${name}`.execute(db);
  return rows[0]?.value ?? null;
}

/** Keeps a key's fingerprint unless one is there, and answers the one that is there now. */
export async function keepFingerprint(db: Database, name: string, fingerprint: string): Promise<string | null> {
  await sql`insert into settings (name, value) values (${name}, to_jsonb(${fingerprint}::text))
    on conflict (name) do nothing`.execute(db);
  return findFingerprint(db, name);
}
