import type { Executor } from './database.ts';
import { sql } from './sql.ts';

/** A text of the table settings: a key's fingerprint, or the id of the file store. */
export async function findSetting(db: Executor, name: string): Promise<string | null> {
  const row = await sql<{ value: string }>`select value from settings where name = ${name}`.maybeOne(db);
  return row?.value ?? null;
}

/** Stores a text if there is none, and returns the stored one. */
export async function keepSetting(db: Executor, name: string, text: string): Promise<string | null> {
  await sql`insert into settings (name, value) values (${name}, to_jsonb(${text}::text))
    on conflict (name) do nothing`.run(db);
  return findSetting(db, name);
}

export async function replaceSetting(db: Executor, name: string, text: string): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, to_jsonb(${text}::text))
    on conflict (name) do update set value = excluded.value`.run(db);
}
