import pg from 'pg';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { BackupHeader, BackupManifest, TableColumns } from './backup-records.ts';

/** Every server writes values the same way, and a long copy isn't cut off. */
export const plainOutput = sql.raw(`set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`);

export function nameOf({ schema, name }: Pick<TableColumns, 'schema' | 'name'>): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Copies all rows out, one line each. */
export function rowsOf(table: TableColumns): string {
  return `copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`;
}

export function columnsOf({ columns }: TableColumns): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

/** Takes the snapshot, and holds off everything that would drop or rewrite a table. */
export async function findHeader(
  db: Executor,
  { version, files }: { version: string; files: unknown },
): Promise<BackupHeader> {
  const tables = await findTables(db);
  await sql`lock table ${sql.raw(tables.map(nameOf).join(', '))} in access share mode`.run(db);
  const migrations = await sql<BackupHeader['migrations'][number]>`
    select name, checksum from schema_migrations order by name`.many(db);
  const partitions = await sql<BackupHeader['partitions'][number]>`
    select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = to_regnamespace('months') and c.relkind = 'r' order by 1, 2`.many(db);
  const { at } = await sql<{ at: string }>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`.one(db);
  return { version, startedTimestamp: at, migrations, tables, partitions, hasFiles: files !== null };
}

/**
 * Tables that are copied as a whole: the parents of partitions, not the partitions. The queue's own migrations belong to
 * the version that restores.
 */
async function findTables(db: Executor): Promise<TableColumns[]> {
  return sql<TableColumns>`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname || '.' || c.relname <> 'graphile_worker.migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`.many(db);
}

export async function findSequences(db: Executor): Promise<BackupManifest['sequences']> {
  const names = await sql<{ schema: string; name: string }>`
    select schemaname as schema, sequencename as name from pg_sequences
    where schemaname in ('public', 'graphile_worker') order by 1, 2`.many(db);
  const sequences: BackupManifest['sequences'] = [];
  for (const { schema, name } of names) {
    const state = await sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called as "isCalled" from ${sql.raw(nameOf({ schema, name }))}`.one(db);
    sequences.push({ schema, name, ...state });
  }
  return sequences;
}
