import pg from 'pg';
import type { BackupHeader, BackupManifest, TableColumns } from './backup-records.ts';

/** The queue's own migrations belong to the version that restores. */
const notCopied = "('graphile_worker.migrations')";

/** Tables that are copied as a whole: the parents of partitions, not the partitions. */
const wholeTables = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname || '.' || c.relname not in ${notCopied}
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Every server writes values the same way, and a long copy isn't cut off. */
export const plainOutput = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`;

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
  client: pg.Client,
  { version, files }: { version: string; files: unknown },
): Promise<BackupHeader> {
  const tables = await findTables(client);
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
  const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  const { rows: partitions } = await client.query<BackupHeader['partitions'][number]>(`
    select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = to_regnamespace('months') and c.relkind = 'r' order by 1, 2`);
  const { rows: now } = await client.query<{ at: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  return {
    version,
    startedTimestamp: now[0]?.at ?? '',
    migrations,
    tables,
    partitions,
    hasFiles: files !== null,
  };
}

export async function findTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    ${wholeTables} order by 1, 2`);
  return rows;
}

export async function findSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { schema, name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${nameOf({ schema, name })}`,
    );
    for (const value of values) sequences.push({ schema, name, ...value });
  }
  return sequences;
}
