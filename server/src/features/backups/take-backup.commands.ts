import { createHash } from 'node:crypto';
import pg from 'pg';
import { copyOut } from '../../db/copy-stream.ts';
import { FileMissing, type FileStore } from '../../outside/files/file-store.ts';
import { StartError } from '../../start-error.ts';
import type { BackupManifest, BackupRecord } from './backup-records.ts';
import { findHeader, findSequences, plainOutput, rowsOf } from './backup-tables.queries.ts';
import { RowHash } from './row-hash.ts';

export interface BackupSource {
  ownerUrl: string;
  /** Null leaves the files out. */
  files: FileStore | null;
  version: string;
  /** Keys of the data folder to include. */
  keys?: Record<string, string>;
  /** Stops it between two pieces. */
  signal?: AbortSignal;
}

/** What a backup holds, counted while it was written. */
export type BackupTotals = Pick<BackupManifest, 'tables' | 'files'>;

/** Held while a backup is taken; file contents aren't removed meanwhile. */
export const backupLock = "hashtext('kinbridge.backup')";

const filesPerPage = 500;
const pieceBytes = 256 * 1024;

/**
 * The records of a backup: every table and the list of files as they were at one moment. Nothing is written to the
 * database, and one file at a time is in memory.
 */
export async function* backupRecords(
  source: BackupSource,
  onTotals: (totals: BackupTotals) => void = () => undefined,
): AsyncGenerator<BackupRecord> {
  const client = new pg.Client({ connectionString: source.ownerUrl, application_name: 'kinbridge-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(plainOutput);
    await lockOutOthers(client);
    await client.query('begin isolation level repeatable read read only');
    const header = await findHeader(client, source);
    yield { kind: 'header', header };
    const tables: BackupManifest['tables'] = [];
    for (const table of header.tables) {
      const { schema, name } = table;
      yield { kind: 'table', schema, name };
      const hash = new RowHash();
      for await (const rows of copyOut(client, rowsOf(table))) {
        source.signal?.throwIfAborted();
        for (const row of rows) hash.add(row);
        yield { kind: 'data', bytes: Buffer.concat(rows) };
      }
      tables.push({ schema, name, ...hash.result() });
    }
    const files = source.files
      ? yield* fileRecords(client, source.files, source.signal)
      : { count: 0, bytes: 0, hash: new RowHash().result().hash, missing: [] };
    // After the snapshot, so no row of it has a higher number.
    const sequences = await findSequences(client);
    onTotals({ tables, files });
    yield { kind: 'manifest', manifest: { tables, sequences, files, keys: source.keys ?? {} } };
  } finally {
    await client.end();
  }
}

async function lockOutOthers(client: pg.Client): Promise<void> {
  try {
    // Longer than the removal of a file takes.
    await client.query("set lock_timeout = '20s'");
    await client.query(`select pg_advisory_lock(${backupLock})`);
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new StartError('Another backup is being taken. Try again when it is done.');
  }
}

/** The files that the snapshot knows. Their contents never change, and aren't removed while the lock is held. */
async function* fileRecords(
  client: pg.Client,
  store: FileStore,
  signal: AbortSignal | undefined,
): AsyncGenerator<BackupRecord, BackupManifest['files']> {
  const hash = new RowHash();
  const missing: string[] = [];
  let total = 0;
  for (let after = '0'; ; ) {
    const { rows } = await client.query<{ id: string; storage_key: string }>(
      'select id::text, storage_key from files where id > $1 order by id limit $2',
      [after, filesPerPage],
    );
    for (const { id, storage_key: key } of rows) {
      signal?.throwIfAborted();
      after = id;
      const bytes = await readIfThere(store, key);
      if (bytes === null) {
        missing.push(key);
        continue;
      }
      yield { kind: 'file', key };
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield { kind: 'data', bytes: bytes.subarray(at, at + pieceBytes) };
      }
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      yield { kind: 'digest', sha256, size: bytes.length };
      hash.add(Buffer.from(`${key} ${sha256}`));
      total += bytes.length;
    }
    if (rows.length < filesPerPage) break;
  }
  const { rows: count, hash: sum } = hash.result();
  return { count, bytes: total, hash: sum, missing };
}

async function readIfThere(store: FileStore, key: string): Promise<Buffer | null> {
  try {
    return await store.read(key);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}
