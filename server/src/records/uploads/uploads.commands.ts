import type { UploadProgress } from '@kinbridge/contract/shared/upload-progress';
import { AppError } from '../../app-error.ts';
import type { Database, Executor, Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { dropFile, insertFile, type StoredFile, type StoredScan } from '../stored-files/stored-files.commands.ts';
import type { AnswerLimit } from './answer-limit.ts';

/** So many lists of an organization may wait, so that none fills the store. */
const maxQueued = 20;

interface ListToQueue {
  organizationId: number;
  job: string;
  file: StoredFile;
  /** Writes the row that the job finds. */
  insert: (tx: Tx, fileId: number) => Promise<number>;
}

/**
 * Queues a list. One is imported at a time to limit memory. The more lists of an organization wait, the later is the
 * next one's turn, so that others don't wait for all of them.
 */
export async function queueList(tx: Tx, { organizationId, job, file, insert }: ListToQueue): Promise<number> {
  const queued = await countQueued(tx, organizationId);
  if (queued >= maxQueued) {
    const sentence = `${maxQueued} lists of your organization are waiting to be imported. Please try again in a few minutes.`;
    throw new AppError('too_many_requests', sentence, { retryAfterSeconds: 60 });
  }
  const id = await insert(tx, await insertFile(tx, file));
  await addJob(tx, job, { uploadId: id }, { maxAttempts: 5, queue: 'member-lists', priority: queued });
  return id;
}

/** Locked, so that many calls at the same time don't pass the limit. A list whose worker died five times isn't counted. */
async function countQueued(tx: Tx, organizationId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`queued lists ${organizationId}`}, 0))`.run(tx);
  const { count } = await sql<{ count: number }>`
    select count(*) from member_uploads where organization_id = ${organizationId} and file_id is not null
      and update_timestamp > now() - interval '1 day'`.one(tx);
  return count;
}

/** Removes the rows of an earlier attempt too. */
export async function markWorking(db: Database, id: number): Promise<void> {
  await sql`update member_uploads set state = 'working', done = 0, total = 0, update_timestamp = now()
    where id = ${id}`.run(db);
  await removeRows(db, id);
  await sql`delete from member_upload_skipped_rows where upload_id = ${id}`.run(db);
}

async function removeRows(db: Executor, id: number): Promise<void> {
  await sql`delete from member_upload_rows where upload_id = ${id}`.run(db);
}

/** On another connection than the import's transaction, whose writes nobody sees; it doesn't fail if all are busy. */
export async function reportProgress(db: Database, id: number, done: number, total: number): Promise<void> {
  await sql`update member_uploads set done = ${done}, total = ${total}, update_timestamp = now()
    where id = ${id}`
    .run(db)
    .catch(() => undefined);
}

/** Ends an import that took too long, and its later statements when they do, also those that wait for another import. */
export async function limitStatements(tx: Tx, limit: AnswerLimit): Promise<void> {
  limit.check();
  const ms = Number.isFinite(limit.msLeft) ? String(Math.max(1, Math.ceil(limit.msLeft))) : '0';
  await sql`select set_config('statement_timeout', ${ms}, true)`.run(tx);
}

/** Records the result in the import's transaction. */
export async function endUpload(tx: Tx, id: number, total: number, result: object): Promise<void> {
  await sql`update member_uploads set state = 'done', done = ${total}, total = ${total},
    result = ${JSON.stringify(result)}::jsonb, update_timestamp = now() where id = ${id}`.run(tx);
  await removeList(tx, id);
}

/** Keeps the skipped rows and their reasons even if no row was usable. */
export async function failUpload(tx: Tx, id: number, message: string, result: object | null): Promise<void> {
  await sql`update member_uploads set state = 'failed', message = ${message}, update_timestamp = now(),
      result = ${result && JSON.stringify(result)}::jsonb
    where id = ${id}`.run(tx);
  await removeList(tx, id);
}

/** Deletes the rows and the file of an upload that ended, in the transaction that ends it. */
async function removeList(tx: Tx, id: number): Promise<void> {
  await removeRows(tx, id);
  const { fileId } = await sql<{ fileId: number | null }>`
    with held as (select file_id from member_uploads where id = ${id})
    update member_uploads set file_id = null where id = ${id}
    returning (select file_id from held) as "fileId"`.one(tx);
  if (fileId !== null) await dropFile(tx, fileId);
}

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
