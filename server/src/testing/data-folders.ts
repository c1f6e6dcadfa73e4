import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { pendingMigrations } from '../db/migrate/migration-plan.ts';
import { applyMigrations, readMigrations } from '../db/migrate/migrations.ts';

/** What an earlier version left behind, as scripts/data-folders/keep.mjs wrote it. Every value is PostgreSQL's text. */
export interface KeptDataFolder {
  commit: string;
  /** Its newest migration. */
  migration: string;
  time: string;
  tables: Record<string, KeptTable>;
  sequences: Record<string, string>;
  keys: Record<string, string>;
  /** In base64, by path. */
  files: Record<string, string>;
}

interface KeptTable {
  columns: string[];
  rows: (string | null)[][];
}

/** The kept data folders, oldest first. */
export async function readKeptDataFolders(root: string): Promise<KeptDataFolder[]> {
  const folder = join(root, 'server/src/testing/data-folders');
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(gunzipSync(await readFile(join(folder, name))).toString()) as KeptDataFolder),
  );
}

/** Makes an empty database the one that was kept. Migrations that the base replaced created what the base does. */
export async function rebuildDatabase(
  client: pg.Client,
  { time, tables, sequences }: KeptDataFolder,
  folder: string,
): Promise<void> {
  const applied = (tables.schema_migrations?.rows ?? []).map(([name, checksum]) => ({
    name: String(name),
    checksum: String(checksum),
  }));
  const later = pendingMigrations(applied, await readMigrations(folder));
  await applyMigrations(client, folder, { except: later });
  await createMonthsOf(client, time);
  // Neither triggers nor references: the rows are as they were.
  await client.query("set session_replication_role = replica; set timezone = 'UTC'");
  for (const [name, table] of Object.entries(tables)) await fillTable(client, name, table);
  for (const [name, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, value]);
  await client.query('reset session_replication_role');
}

/** Tables that are divided by month need the months of that time. */
async function createMonthsOf(client: pg.Client, time: string): Promise<void> {
  const { rows } = await client.query<{ code: string }>("select pg_get_functiondef('prepare_months'::regproc) as code");
  const [{ code } = { code: '' }] = rows;
  await client.query(code.replace('clock_timestamp()', `timestamptz '${time}'`));
  await client.query('select prepare_months()');
  await client.query(code);
}

async function fillTable(client: pg.Client, name: string, { columns, rows }: KeptTable): Promise<void> {
  const { rows: types } = await client.query<{ type: string }>(
    `select format_type(atttypid, atttypmod) as type from unnest($2::text[]) with ordinality as given (name, n)
    join pg_attribute on attrelid = $1::regclass and quote_ident(attname) = given.name order by n`,
    [name, columns],
  );
  const values = types.map(({ type }, place) => `(value ->> ${place})::${type}`);
  await client.query(`delete from ${name}`);
  await client.query(
    `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as given (value)`,
    [JSON.stringify(rows)],
  );
}

/** What migrations derive anew. */
const derived = new Set(['search']);

/**
 * The kept rows that aren't in the database as they were, by table. Tables and columns that no longer exist don't count,
 * nor what is derived.
 */
export async function findChangedRows(client: pg.Client, { tables }: KeptDataFolder): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const present = await columnsOf(client, name);
    if (present.size === 0) continue;
    const kept = columns
      .map((column, place) => ({ column, place }))
      .filter(({ column }) => present.has(column) && !derived.has(column));
    const texts = kept.map(({ column }) => `${column}::text`).join(', ');
    const { rows: found } = await client.query({ text: `select ${texts} from ${name}`, rowMode: 'array' });
    const all = new Set(found.map((row) => JSON.stringify(row)));
    const missing = rows.filter((row) => !all.has(JSON.stringify(kept.map(({ place }) => row[place]))));
    if (missing.length > 0) changed[name] = missing.length;
  }
  return changed;
}

async function columnsOf(client: pg.Client, table: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(attname) as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0',
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}
