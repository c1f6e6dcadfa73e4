import { createHash, randomUUID } from 'node:crypto';
import { type Database, transaction } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { FileMissing, type FileStore } from '../../outside/files/file-store.ts';

interface ClearFile {
  id: number;
  storageKey: string;
  sha256: Buffer;
}

/** Downloads that began before have ended by then. */
const removeAfterSeconds = 600;

/**
 * Encrypts the files that are stored in clear, one at a time. Each gets a new name in the store, so readers see the old
 * file or the new one. Can be repeated and broken off. Returns how many, and the ids of files whose contents are lost or
 * were changed, which stay as they are.
 */
export async function encryptClearFiles(
  db: Database,
  files: FileStore,
  onBatch: (done: number) => void,
): Promise<{ encrypted: number; damaged: number[] }> {
  const result: { encrypted: number; damaged: number[] } = { encrypted: 0, damaged: [] };
  for await (const rows of inBatches(0, (after: number) => findClearFiles(db, after))) {
    for (const file of rows) {
      if (await encryptFile(db, files, file)) result.encrypted++;
      else result.damaged.push(file.id);
    }
    onBatch(result.encrypted);
  }
  return result;
}

/** Without member lists, which are read and removed under the name they were stored with. */
function findClearFiles(db: Database, after: number): Promise<ClearFile[]> {
  return sql<ClearFile>`select id, storage_key as "storageKey", sha256 from files f
    where id > ${after} and missing_timestamp is null and scan is distinct from 'INFECTED'
      and not exists (select from file_keys k where k.storage_key = f.storage_key)
      and not exists (select from member_uploads u where u.file_id = f.id)
    order by id limit 100`.many(db);
}

async function encryptFile(db: Database, files: FileStore, { id, storageKey, sha256 }: ClearFile): Promise<boolean> {
  const bytes = await files.read(storageKey).catch((error: unknown) => {
    if (error instanceof FileMissing) return null;
    throw error;
  });
  if (!bytes || !createHash('sha256').update(bytes).digest().equals(sha256)) return false;
  const fresh = randomUUID();
  await files.write(fresh, bytes);
  const moved = await transaction(db, async (tx) => {
    const row = await sql`update files set storage_key = ${fresh} where id = ${id} and storage_key = ${storageKey}
      returning 1`.maybeOne(tx);
    if (row) await addJob(tx, 'remove-file', { storageKey }, { afterSeconds: removeAfterSeconds });
    return row !== undefined;
  });
  // It was deleted in the meantime.
  if (!moved) await files.remove(fresh);
  return true;
}
