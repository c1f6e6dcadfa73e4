import { createHash, randomUUID } from 'node:crypto';
import type { FileScan } from '@kinbridge/contract/member-files/member-files.contract';
import { FileAnswer } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { isConnectionLost } from '../../db/lost-connection.ts';
import { sql } from '../../db/sql.ts';
import { describeError } from '../../log.ts';
import { FileMissing } from '../../outside/files/file-store.ts';

export interface FileContent {
  bytes: Buffer;
  fileName: string;
  contentType: string;
  /** What the virus scanner said of the upload; null for files of our own. */
  scan: FileScan | null;
}

/** A file whose bytes are stored. */
export interface StoredFile {
  storageKey: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: Buffer;
  scan: FileScan | null;
  /** Set once a row refers to the bytes. */
  hasRow: boolean;
}

/**
 * Stores the bytes, then runs the transaction that writes their row. If that fails or was done before, the bytes are
 * removed, so a row never exists without its bytes.
 */
export async function storedWhile<T, C extends FileContent | null>(
  app: AppContext,
  content: C,
  work: (stored: StoredFile | Extract<C, null>) => Promise<T>,
): Promise<T> {
  if (!content) return work(null as Extract<C, null>);
  return allStoredWhile(app, [content], ([stored]) => work(stored as StoredFile));
}

/** The same for several files in sequence: all are stored, or none. */
export async function allStoredWhile<T>(
  app: Pick<AppContext, 'files' | 'log'>,
  contents: Iterable<FileContent> | AsyncIterable<FileContent>,
  work: (stored: StoredFile[]) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  try {
    for await (const { bytes, fileName, contentType, scan } of contents) {
      const sha256 = createHash('sha256').update(bytes).digest();
      const size = bytes.length;
      const file = { storageKey: randomUUID(), fileName, contentType, size, sha256, scan, hasRow: false };
      stored.push(file);
      await app.files.write(file.storageKey, bytes);
    }
    return await work(stored);
  } catch (error) {
    // It may have committed anyway. Bytes without a row are harmless; a row without bytes isn't.
    for (const file of stored) file.hasRow &&= isConnectionLost(error);
    throw error;
  } finally {
    for (const file of stored) if (!file.hasRow) await removeBytes(app, file.storageKey);
  }
}

/** A failed removal doesn't fail the call; the repair finds the bytes. */
export async function removeBytes(app: Pick<AppContext, 'files' | 'log'>, storageKey: string): Promise<void> {
  try {
    await app.files.remove(storageKey);
  } catch (error) {
    app.log.warn({ error: describeError(error) }, 'the bytes of a file could not be removed');
  }
}

export async function insertFile(tx: Tx, file: StoredFile): Promise<number> {
  const { id } = await sql<{ id: number }>`
    insert into files (storage_key, file_name, content_type, size, sha256, scan)
    values (${file.storageKey}, ${file.fileName}, ${file.contentType}, ${file.size}, ${file.sha256},
      ${file.scan})
    returning id`.one(tx);
  file.hasRow = true;
  return id;
}

/** Deletes an unused file. A job removes its bytes, so only if the transaction commits. */
export async function dropFile(tx: Tx, fileId: number): Promise<void> {
  const rows = await sql<{ storage_key: string }>`
    delete from files where id = ${fileId} returning storage_key`.many(tx);
  for (const { storage_key } of rows) await addJob(tx, 'remove-file', { storageKey: storage_key });
}

/** Removes the bytes of a deleted file, but later while a backup is taken: its snapshot may have the row. */
export async function removeDroppedBytes({ db, files }: AppContext, storageKey: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { free } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(hashtext('kinbridge.backup')) as free`.one(tx);
    if (free) await files.remove(storageKey);
    else await addJob(tx, 'remove-file', { storageKey }, { afterSeconds: 60 });
  });
}

export interface NamedFile {
  storage_key: string;
  content_type: string;
  file_name: string;
  scan: StoredScan;
}

/** Infected: a later scan found a virus, and the bytes are removed. */
export type StoredScan = FileScan | 'INFECTED' | null;

export function refuseInfected(scan: StoredScan): void {
  if (scan === 'INFECTED') throw new AppError('gone', 'We found a virus in this file, so we removed it.');
}

/** Responds with a file. If its bytes are missing, the row is marked and people see a message. */
export async function answerFile(app: AppContext, file: NamedFile, cacheControl?: string): Promise<FileAnswer> {
  refuseInfected(file.scan);
  try {
    return new FileAnswer(await app.files.read(file.storage_key), file.content_type, file.file_name, cacheControl);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    await sql`update files set missing_timestamp = now() where storage_key = ${file.storage_key}
      and missing_timestamp is null`.run(app.db);
    app.log.error({ storageKey: file.storage_key }, 'the contents of a file are lost');
    throw new AppError(
      'gone',
      "This file's contents were lost and can't be downloaded. Please get it again and upload it.",
    );
  }
}
