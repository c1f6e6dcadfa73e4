import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { listTurns } from '../../outside/spreadsheets/list-turns.ts';
import { refuseInfected } from '../../records/stored-files/stored-files.commands.ts';
import { NoTurn } from '../../turns.ts';
import { type AnswerLimit, noLimit } from './answer-limit.ts';
import { importMembers } from './import-members.commands.ts';
import { type ListedRow, type ListHandlers, type ReadList, readMemberList, readSkippedRows } from './member-list.ts';
import {
  analyzeRows,
  failUpload,
  finishUpload,
  forgetUnfinished,
  insertRows,
  insertSkippedRows,
  insertUpload,
  limitStatements,
  markWorking,
  reportProgress,
  tidySearchIndexes,
} from './member-uploads.commands.ts';
import { findQueuedUpload, type MemberUpload } from './member-uploads.queries.ts';
import type { LeftOutRow } from './undecided-rows.commands.ts';
import { insertUndecided, rejectedRows } from './undecided-rows.queries.ts';

const batchSize = 1_000;
/** Fewer rows don't slow down searches. */
const worthTidying = 500;

interface ListFile {
  bytes: Uint8Array;
  limit: AnswerLimit;
}

/**
 * Imports a list while the caller waits; null if that would take longer than the limit, and then nothing was imported.
 * `once` runs the transaction, at most once per Idempotency-Key.
 */
export async function uploadNow<Answer>(
  app: AppContext,
  wanted: Omit<MemberUpload, 'id'>,
  { bytes, limit }: ListFile,
  once: (work: (tx: Tx) => Promise<UploadResult>) => Promise<Answer>,
): Promise<Answer | null> {
  const work = async () => {
    limit.check();
    const upload = { ...wanted, id: await insertUpload(app.db, wanted, 'working') };
    try {
      // The answer lists the skipped rows, which aren't available later.
      const list = await stageList(app, upload.id, { bytes, limit }, async () => undefined);
      const result = await once((tx) => importList(app, tx, upload, { ...list, limit }));
      await tidyAfter(app, list);
      return result;
    } finally {
      await forgetUnfinished(app.db, upload.id).catch(() => undefined);
    }
  };
  try {
    return await listTurns.run(work, bytes.length, limit.msLeft);
  } catch (error) {
    if (error instanceof NoTurn || limit.explains(error)) return null;
    throw error;
  }
}

/**
 * Imports a queued list. It is safe to rerun after a crash: the rows are read again, and the transaction either
 * happened or not.
 */
export async function workOnUpload(app: AppContext, uploadId: number, lastAttempt: boolean): Promise<void> {
  const upload = await findQueuedUpload(app.db, uploadId);
  if (!upload?.storageKey || upload.state === 'done' || upload.state === 'failed') return;
  try {
    refuseInfected(upload.scan);
    await markWorking(app.db, uploadId);
    const bytes = await app.files.read(upload.storageKey);
    const file = { bytes, limit: noLimit };
    const list = await stageList(app, uploadId, file, (rows) => insertSkippedRows(app.db, uploadId, rows));
    await transaction(app.db, (tx) => importList(app, tx, upload, { ...list, file: bytes, limit: noLimit }));
    await tidyAfter(app, list);
  } catch (error) {
    if (!(error instanceof AppError) && !lastAttempt) throw error;
    await transaction(app.db, (tx) => failUpload(tx, uploadId, sentenceOf(error), rejectedBy(error)));
    if (!(error instanceof AppError)) throw error;
  }
}

async function stageList(
  app: AppContext,
  uploadId: number,
  { bytes, limit }: ListFile,
  onSkipped: ListHandlers['onSkipped'],
): Promise<ReadList> {
  // Reads the next batch while the database writes this one.
  let writing = Promise.resolve();
  const onMembers = async (rows: ListedRow[]) => {
    await writing;
    limit.check();
    writing = insertRows(app.db, uploadId, rows);
    // The next await reports the error; until then it must not be an unhandled rejection.
    writing.catch(() => undefined);
  };
  const list = await readMemberList(bytes, batchSize, { onMembers, onSkipped });
  await writing;
  await analyzeRows(app.db);
  return list;
}

/** With the file, the rows that the import leaves out are kept as skipped. */
async function importList(
  app: AppContext,
  tx: Tx,
  upload: MemberUpload,
  list: ReadList & { file?: Uint8Array; limit: AnswerLimit },
): Promise<UploadResult> {
  // On another connection, since nobody sees this transaction's writes until it ends.
  // An import doesn't fail because all other connections are busy.
  const report = async (done: number) => {
    await reportProgress(app.db, upload.id, done, list.total).catch(() => undefined);
    list.limit.check();
    await limitStatements(tx, list.limit.msLeft);
  };
  await report(0);
  const imported = await importMembers(tx, upload, list, report);
  if (list.file && imported.leftOut.length > 0) await keepLeftOut(tx, upload.id, list.file, imported.leftOut);
  return finishUpload(tx, upload, list, imported);
}

async function keepLeftOut(tx: Tx, uploadId: number, file: Uint8Array, leftOut: LeftOutRow[]): Promise<void> {
  const reasons = new Map(rejectedRows([], leftOut).map(({ row, reason }) => [row, reason]));
  await insertSkippedRows(tx, uploadId, await readSkippedRows(file, reasons));
  await insertUndecided(tx, uploadId, leftOut);
}

/** Tidying up is optional: the database does it later anyway. */
async function tidyAfter(app: AppContext, list: ReadList): Promise<void> {
  if (list.total >= worthTidying) await tidySearchIndexes(app.db).catch(() => undefined);
}

function sentenceOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'Something went wrong on our side. Please try again later.';
}

function rejectedBy(error: unknown): UploadResult['rejected'] | undefined {
  return error instanceof AppError ? (error.extra?.rejected as UploadResult['rejected'] | undefined) : undefined;
}
