import type { UploadProgress } from '@kinbridge/contract/shared/upload-progress';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { StoredScan } from '../stored-files/stored-files.commands.ts';

/** Who sent a list. */
export interface ListUpload {
  organizationId: number;
  createdBy: number;
  requestId: string | null;
}

/** A list that a job imports; without a storage key if that is over. */
export interface QueuedList {
  state: UploadProgress['state'];
  storageKey: string | null;
  scan: StoredScan;
}

export async function findQueuedList(db: Executor, id: number): Promise<QueuedList | null> {
  const row = await sql<QueuedList>`
    select u.state, f.storage_key as "storageKey", f.scan
    from member_uploads u left join files f on f.id = u.file_id where u.id = ${id}`.maybeOne(db);
  return row ?? null;
}
