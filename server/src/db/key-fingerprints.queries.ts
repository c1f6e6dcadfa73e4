import type { Database } from './database.ts';
import { sql } from './sql.ts';

export async function findFingerprint(db: Database, name: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${name}`.execute(db);
  return rows[0]?.value ?? null;
}

/** Stores a key's fingerprint if there is none, and returns the stored one. */
export async function keepFingerprint(db: Database, name: string, fingerprint: string): Promise<string | null> {
  await sql`insert into settings (name, value) values (${name}, to_jsonb(${fingerprint}::text))
    on conflict (name) do nothing`.execute(db);
  return findFingerprint(db, name);
}
