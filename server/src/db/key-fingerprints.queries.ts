import type { Database } from './database.ts';
import { sql } from './sql.ts';

export async function findFingerprint(db: Database, name: string): Promise<string | null> {
  const row = await sql<{ value: string }>`select value from settings where name = ${name}`.maybeOne(db);
  return row?.value ?? null;
}

/** Stores a key's fingerprint if there is none, and returns the stored one. */
export async function keepFingerprint(db: Database, name: string, fingerprint: string): Promise<string | null> {
  await sql`insert into settings (name, value) values (${name}, to_jsonb(${fingerprint}::text))
    on conflict (name) do nothing`.run(db);
  return findFingerprint(db, name);
}
