import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { isConnectionLost, type Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';

export interface FileContent {
  bytes: Buffer;
  fileName: string;
  contentType: string;
}

export interface StoredFile extends FileContent {
  storageKey: string;
  /** Set once a row names the bytes. */
  hasRow: boolean;
}

/**
 * Puts the bytes in place, then runs the transaction that writes their row. If that fails, or finds that
 * it was done before, the bytes go again. A row therefore never stands without its bytes.
 */
export async function storedWhile<T>(
  app: AppContext,
  content: FileContent | null,
  work: (stored: StoredFile | null) => Promise<T>,
): Promise<T> {
  if (!content) return work(null);
  const storageKey = randomUUID();
  await app.files.write(storageKey, content.bytes);
  const stored: StoredFile = { ...content, storageKey, hasRow: false };
  try {
    return await work(stored);
  } catch (error) {
    // It may have committed all the same. Bytes that no row names are harmless; a row without its bytes is not.
    stored.hasRow &&= isConnectionLost(error);
    throw error;
  } finally {
    if (!stored.hasRow) await app.files.remove(storageKey);
  }
}

export async function insertFile(tx: Tx, file: StoredFile): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into files (storage_key, file_name, content_type, size, sha256)
    values (${file.storageKey}, ${file.fileName}, ${file.contentType}, ${file.bytes.length},
      ${createHash('sha256').update(file.bytes).digest()})
    returning id`.execute(tx);
  file.hasRow = true;
  return rows[0]?.id ?? 0;
}

/** Forgets a file that nothing names any more. Its bytes go by a job, and so only if the transaction stands. */
export async function dropFile(tx: Tx, fileId: number): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from files where id = ${fileId} returning storage_key`.execute(tx);
  for (const { storage_key } of rows) await addJob(tx, 'remove-file', { storageKey: storage_key });
}
