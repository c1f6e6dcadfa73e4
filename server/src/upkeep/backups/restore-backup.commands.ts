import { createHash } from 'node:crypto';
import { copyIn, copyOut } from '../../db/copy-stream.ts';
import { OwnerConnection } from '../../db/owner-connection.ts';
import { sql } from '../../db/sql.ts';
import type { StreamingFileStore } from '../../outside/files/file-store.ts';
import { BackupUnusable } from './backup-frames.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupRecord,
  RecordReader,
  RowHash,
  type TableColumns,
} from './backup-records.ts';
import { columnsOf, nameOf, plainOutput, rowsOf } from './backup-tables.queries.ts';
import {
  createSchema,
  emptyDatabase,
  loosenTables,
  requireEmptyDatabase,
  settleIn,
} from './restore-schema.commands.ts';

export interface RestoreTarget {
  /** An empty database. */
  ownerUrl: string;
  /** The folder with db/. */
  root: string;
  /** Null compares the contents of files, but writes them nowhere. */
  files: StreamingFileStore | null;
  /** Sends what was waiting when the backup was taken; only if the original never runs again. */
  sendWaiting?: boolean;
}

export interface Restored {
  header: BackupHeader;
  manifest: BackupManifest;
  rows: number;
}

/**
 * Loads a backup into an empty place and compares every table and file with the manifest, all in one transaction. If
 * anything differs or fails, the place is empty again.
 */
export async function restoreBackup(records: AsyncIterable<BackupRecord>, target: RestoreTarget): Promise<Restored> {
  const owner = await OwnerConnection.open(target.ownerUrl, 'kinbridge-restore');
  const reader = new RecordReader(records);
  const written: string[] = [];
  let isBegun = false;
  try {
    await plainOutput.run(owner);
    const first = await reader.next();
    if (first?.kind !== 'header') throw new BackupUnusable('This backup has no beginning. Use another one.');
    await requireEmptyDatabase(owner);
    isBegun = true;
    await createSchema(owner, target, first.header);
    await sql`begin`.run(owner);
    const manifest = await loadRecords(owner, reader, { header: first.header, store: target.files, written });
    await compareTables(owner, first.header, manifest);
    await settleIn(owner, { sendWaiting: target.sendWaiting ?? false });
    await sql`commit`.run(owner);
    await sql`analyze`.run(owner);
    return { header: first.header, manifest, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0) };
  } catch (error) {
    if (isBegun) {
      await sql.raw('rollback').run(owner);
      await emptyDatabase(owner);
    }
    for (const key of written) await target.files?.remove(key).catch(() => undefined);
    throw error;
  } finally {
    await reader.close();
    await owner.close();
  }
}

interface Loading {
  header: BackupHeader;
  store: StreamingFileStore | null;
  /** The keys of files that were stored. */
  written: string[];
}

async function loadRecords(owner: OwnerConnection, reader: RecordReader, loading: Loading): Promise<BackupManifest> {
  const { header, store, written } = loading;
  const tighten = await loosenTables(owner);
  const files = new RowHash();
  for (;;) {
    const record = await reader.next();
    if (record?.kind === 'table') {
      await loadTable(owner, tableOf(header, record), reader.bytes());
    } else if (record?.kind === 'file') {
      written.push(record.key);
      const sha256 = await loadFile(reader, record.key, store);
      files.add(Buffer.from(`${record.key} ${sha256}`));
    } else if (record?.kind === 'manifest') {
      const { manifest } = record;
      const { rows: count, hash } = files.result();
      if (count !== manifest.files.count || hash !== manifest.files.hash) throw differs('files');
      // Reads to the end, which is authenticated.
      if (await reader.next()) throw differs('end');
      for (const { schema, name, value, isCalled } of manifest.sequences) {
        await sql`select setval(to_regclass(${nameOf({ schema, name })}), ${value}, ${isCalled})`.run(owner);
      }
      await tighten();
      return manifest;
    } else throw differs('order of records');
  }
}

function tableOf({ tables }: BackupHeader, { schema, name }: { schema: string; name: string }): TableColumns {
  const table = tables.find((each) => each.schema === schema && each.name === name);
  if (!table) throw differs(`table ${name}`);
  return table;
}

async function loadTable(owner: OwnerConnection, table: TableColumns, bytes: AsyncIterable<Buffer>): Promise<void> {
  // Migrations add a few rows of their own.
  await sql`delete from ${sql.raw(nameOf(table))}`.run(owner);
  await copyIn(owner.client, `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`, bytes);
}

/** Stores a file whose bytes are those of its digest, and returns that. */
async function loadFile(reader: RecordReader, key: string, store: StreamingFileStore | null): Promise<string> {
  const hash = createHash('sha256');
  let sha256 = '';
  async function* checkedPieces(): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const piece of reader.bytes()) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
    const end = await reader.next();
    sha256 = hash.digest('hex');
    if (end?.kind !== 'digest' || end.sha256 !== sha256 || end.size !== size) throw differs('files');
  }
  if (store) await store.writePieces(key, checkedPieces());
  else for await (const _ of checkedPieces());
  return sha256;
}

/** Reads every row back from the database. */
async function compareTables(owner: OwnerConnection, header: BackupHeader, manifest: BackupManifest): Promise<void> {
  for (const expected of manifest.tables) {
    const table = tableOf(header, expected);
    const found = new RowHash();
    for await (const rows of copyOut(owner.client, rowsOf(table))) for (const row of rows) found.add(row);
    const { rows, hash } = found.result();
    if (rows !== expected.rows || hash !== expected.hash) throw differs(`table ${expected.name}`);
  }
}

function differs(what: string): BackupUnusable {
  return new BackupUnusable(`The restored ${what} differs from what the backup says. Nothing was kept.`);
}

/** Reads a whole backup without restoring it; throws BackupUnusable if it isn't as written. */
export async function checkBackup(records: AsyncIterable<BackupRecord>): Promise<BackupHeader> {
  const reader = new RecordReader(records);
  try {
    const first = await reader.next();
    if (first?.kind !== 'header') throw new BackupUnusable('This backup has no beginning. Use another one.');
    while (await reader.next());
    return first.header;
  } finally {
    await reader.close();
  }
}
