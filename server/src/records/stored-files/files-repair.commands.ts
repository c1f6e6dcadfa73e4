import { counted } from '@kinbridge/contract/shared/counted';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { sql } from '../../db/sql.ts';
import type { FileStore } from '../../outside/files/file-store.ts';

interface RepairReport {
  rows: number;
  kept: number;
  /** Rows with missing bytes: logos, attachments of requests and comments, documents. */
  lost: { fileId: number; usedBy: string[]; known: boolean }[];
  /** Rows marked as lost whose bytes are back. */
  found: number[];
  /** Bytes without a row: old enough to remove, and too recent to tell. */
  unnamed: number;
  young: number;
  /** True if most files have no row, which suggests the wrong database. */
  suspicious: boolean;
  /** Files left half-written by a crash. */
  leftovers: number;
}

export interface RepairOrder {
  repair: boolean;
  /** Removes files without a row even if they are the majority. */
  evenMost?: boolean;
  now?: Date;
}

/** An upload stores its bytes before its row, so nothing younger is removed. */
const youngMs = 60 * 60 * 1000;

/** The bytes of an infected file are removed on purpose. */
const keepsBytes = sql`scan is distinct from 'INFECTED'`;

interface FileRow {
  id: number;
  storage_key: string;
  missing: boolean;
}

/**
 * Compares rows and bytes. With `repair`, rows without bytes are marked and bytes without a row are removed; otherwise
 * nothing changes. Rows are never deleted: they record what was lost and whose it was.
 */
export async function repairFiles(
  db: Database,
  store: FileStore,
  { repair, evenMost = false, now = new Date() }: RepairOrder,
): Promise<RepairReport> {
  const old = new Date(now.getTime() - youngMs);
  const report: RepairReport = {
    rows: 0,
    kept: 0,
    lost: [],
    found: [],
    unnamed: 0,
    young: 0,
    suspicious: false,
    leftovers: 0,
  };
  const kept = new Map<string, Date>();
  for await (const { key, modified } of store.list()) kept.set(key, modified);
  report.kept = kept.size;
  const named = new Set<string>();
  for await (const rows of inBatches(0, (after: number) => findRowsAfter(db, after))) {
    report.rows += rows.length;
    for (const row of rows) {
      named.add(row.storage_key);
      // Files written after the listing aren't on it, so ask the store.
      const there = kept.has(row.storage_key) || (await store.has(row.storage_key));
      if (there && row.missing) report.found.push(row.id);
      if (!there) report.lost.push({ fileId: row.id, usedBy: [], known: row.missing });
    }
  }
  const unnamed = [...kept].filter(([key]) => !named.has(key));
  const ripe = unnamed.filter(([, modified]) => modified < old).map(([key]) => key);
  report.young = unnamed.length - ripe.length;
  report.unnamed = ripe.length;
  report.suspicious = ripe.length > 20 && ripe.length > kept.size / 2 && !evenMost;
  if (repair && !report.suspicious) {
    for (const key of ripe) {
      const row = await sql`select 1 from files where storage_key = ${key} and ${keepsBytes} limit 1`.maybeOne(db);
      if (!row) await store.remove(key);
    }
    await removeUnusedKeys(db, old);
  }
  report.leftovers = await store.leftovers(old, repair);
  await nameUsers(db, report.lost);
  if (repair) await markRows(db, report);
  return report;
}

function findRowsAfter(db: Database, id: number): Promise<FileRow[]> {
  return sql<FileRow>`select id, storage_key, missing_timestamp is not null as missing from files
    where id > ${id} and ${keepsBytes} order by id limit 1000`.many(db);
}

/** Keys of files that were never stored, or were removed from the store alone. */
async function removeUnusedKeys(db: Database, before: Date): Promise<void> {
  await sql`delete from file_keys k where create_timestamp < ${before}
    and not exists (select from files f where f.storage_key = k.storage_key)`.run(db);
}

/** Reads the referencing tables from the database, so new tables aren't missed. */
async function nameUsers(db: Database, lost: RepairReport['lost']): Promise<void> {
  if (lost.length === 0) return;
  const columns = await sql<{ table_name: string; column_name: string }>`
    select c.conrelid::regclass::text as table_name, a.attname as column_name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'files'::regclass order by 1`.many(db);
  const byId = new Map(lost.map((file) => [file.fileId, file]));
  for (const { table_name, column_name } of columns) {
    const rows = await sql<{ row_id: string; file_id: number | null }>`
      select id::text as row_id, ${sql.ref(column_name)} as file_id from ${sql.table(table_name)}
      where ${sql.ref(column_name)} = any(${[...byId.keys()]}::bigint[]) order by id`.many(db);
    for (const { row_id, file_id } of rows) {
      if (file_id !== null) byId.get(file_id)?.usedBy.push(`${table_name} ${row_id}`);
    }
  }
}

async function markRows(db: Database, { lost, found }: RepairReport): Promise<void> {
  const newlyLost = lost.filter((file) => !file.known).map((file) => file.fileId);
  await sql`update files set missing_timestamp = now() where id = any(${newlyLost}::bigint[])`.run(db);
  await sql`update files set missing_timestamp = null where id = any(${found}::bigint[])`.run(db);
}

/** The results for the operator. */
export function repairSentences(report: RepairReport, repair: boolean): string[] {
  const lines = [`Looked at ${counted(report.rows, 'file')} in the database and ${report.kept} in the store.`];
  for (const { fileId, usedBy, known } of report.lost) {
    const where = usedBy.length > 0 ? `It belongs to ${usedBy.join(' and ')}.` : 'Nothing refers to it any more.';
    const told = known
      ? ' The portal already shows that they are lost.'
      : repair
        ? ' The portal now shows that they are lost.'
        : '';
    lines.push(`✗ The contents of file ${fileId} are lost. ${where}${told}`);
  }
  if (report.found.length > 0) {
    lines.push(`The contents of ${counted(report.found.length, 'file')} that were lost are back.`);
  }
  if (report.unnamed > 0) {
    lines.push(
      `${counted(report.unnamed, 'file')} in the store, older than an hour, without a row. ${fate(report, repair)}`,
    );
  }
  if (report.young > 0) {
    lines.push(
      `${counted(report.young, 'file')} without a row, younger than an hour, left alone: they may still be uploading.`,
    );
  }
  if (report.leftovers > 0) {
    const done = repair ? 'Removed.' : 'Can be removed.';
    lines.push(`${counted(report.leftovers, 'half-written file')} from an earlier crash. ${done}`);
  }
  const problems = report.lost.length + report.found.length + report.unnamed + report.leftovers;
  if (problems === 0) lines.push('✓ Every file has its contents, and nothing is left over.');
  else if (!repair) lines.push('Nothing was changed. Run it with --repair to mark lost files and remove the rest.');
  return lines;
}

function fate({ suspicious }: RepairReport, repair: boolean): string {
  if (suspicious) {
    return '✗ That is most of the store, so nothing is removed. Is this the right database? If it is, add --even-most.';
  }
  return repair ? 'Removed.' : 'Can be removed.';
}
