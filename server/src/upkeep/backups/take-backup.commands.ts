import { createHash } from 'node:crypto';
import { copyOut } from '../../db/copy-stream.ts';
import { inBatches } from '../../db/in-batches.ts';
import { OwnerConnection } from '../../db/owner-connection.ts';
import { sql } from '../../db/sql.ts';
import { FileMissing, type StreamingFileStore } from '../../outside/files/file-store.ts';
import { StartError } from '../../start-error.ts';
import { type BackupManifest, type BackupRecord, RowHash } from './backup-records.ts';
import { findHeader, findSequences, plainOutput, rowsOf } from './backup-tables.queries.ts';

export interface BackupSource {
  ownerUrl: string;
  /** Null leaves the files out. */
  files: StreamingFileStore | null;
  version: string;
  /** Keys of the data folder to include. */
  keys?: Record<string, string>;
  /** Stops it between two pieces. */
  signal?: AbortSignal;
}

/** What a backup holds, counted while it was written. */
export type BackupTotals = Pick<BackupManifest, 'tables' | 'files'>;

/**
 * The records of a backup: every table and the list of files as they were at one moment, in pieces. Nothing is written
 * to the database.
 */
export async function* backupRecords(
  source: BackupSource,
  onTotals: (totals: BackupTotals) => void = () => undefined,
): AsyncGenerator<BackupRecord> {
  const owner = await OwnerConnection.open(source.ownerUrl, 'kinbridge-backup');
  try {
    await plainOutput.run(owner);
    await lockOutOthers(owner);
    await sql`begin isolation level repeatable read read only`.run(owner);
    const header = await findHeader(owner, source);
    yield { kind: 'header', header };
    const tables: BackupManifest['tables'] = [];
    for (const table of header.tables) {
      const { schema, name } = table;
      yield { kind: 'table', schema, name };
      const hash = new RowHash();
      for await (const rows of copyOut(owner.client, rowsOf(table))) {
        source.signal?.throwIfAborted();
        for (const row of rows) hash.add(row);
        yield { kind: 'data', bytes: Buffer.concat(rows) };
      }
      tables.push({ schema, name, ...hash.result() });
    }
    const files = source.files
      ? yield* fileRecords(owner, source.files, source.signal)
      : { count: 0, bytes: 0, hash: new RowHash().result().hash, missing: [] };
    // After the snapshot, so no row of it has a higher number.
    const sequences = await findSequences(owner);
    onTotals({ tables, files });
    yield { kind: 'manifest', manifest: { tables, sequences, files, keys: source.keys ?? {} } };
  } finally {
    await owner.close();
  }
}

async function lockOutOthers(owner: OwnerConnection): Promise<void> {
  try {
    // Longer than the removal of a file takes.
    await sql`set lock_timeout = '20s'`.run(owner);
    // File contents aren't removed while it is held.
    await sql`select pg_advisory_lock(hashtext('kinbridge.backup'))`.run(owner);
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new StartError('Another backup is being taken. Try again when it is done.');
  }
}

/** The files that the snapshot knows. Their contents never change, and aren't removed while the lock is held. */
async function* fileRecords(
  owner: OwnerConnection,
  store: StreamingFileStore,
  signal: AbortSignal | undefined,
): AsyncGenerator<BackupRecord, BackupManifest['files']> {
  const hash = new RowHash();
  const missing: string[] = [];
  let total = 0;
  const findAfter = (id: number) =>
    sql<{ id: number; key: string }>`select id, storage_key as key from files
      where id > ${id} and scan is distinct from 'INFECTED' order by id limit 500`.many(owner);
  for await (const rows of inBatches(0, findAfter)) {
    for (const { key } of rows) {
      signal?.throwIfAborted();
      const digest = yield* fileRecord(store, key);
      if (digest === null) {
        missing.push(key);
        continue;
      }
      hash.add(Buffer.from(`${key} ${digest.sha256}`));
      total += digest.size;
    }
  }
  const { rows: count, hash: sum } = hash.result();
  return { count, bytes: total, hash: sum, missing };
}

/** Null if the contents are lost. */
async function* fileRecord(
  store: StreamingFileStore,
  key: string,
): AsyncGenerator<BackupRecord, { sha256: string; size: number } | null> {
  const hash = createHash('sha256');
  let size = 0;
  let isBegun = false;
  try {
    for await (const bytes of store.readPieces(key)) {
      if (!isBegun) yield { kind: 'file', key };
      isBegun = true;
      hash.update(bytes);
      size += bytes.length;
      yield { kind: 'data', bytes };
    }
  } catch (error) {
    if (error instanceof FileMissing && !isBegun) return null;
    throw error;
  }
  // An empty file has no pieces.
  if (!isBegun) yield { kind: 'file', key };
  const sha256 = hash.digest('hex');
  yield { kind: 'digest', sha256, size };
  return { sha256, size };
}
