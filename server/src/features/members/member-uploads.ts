import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import type { AppContext } from '../../app-context.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { type AnswerLimit, noLimit } from '../../records/uploads/answer-limit.ts';
import { limitStatements, reportProgress } from '../../records/uploads/uploads.commands.ts';
import { type Once, type UploadJob, workOnUpload } from '../../records/uploads/uploads.ts';
import { importMembers } from './import-members.commands.ts';
import type { LeftOutRow } from './match-rows.commands.ts';
import { type ListedRow, type ListHandlers, type ReadList, readMemberList, readSkippedRows } from './member-list.ts';
import {
  analyzeRows,
  finishUpload,
  forgetUnfinished,
  insertRows,
  insertSkippedRows,
  insertUpload,
  tidySearchIndexes,
} from './member-uploads.commands.ts';
import { findMemberUpload, type MemberUpload } from './member-uploads.queries.ts';
import { insertUndecided, rejectedRows, undecidedOf } from './undecided-rows.queries.ts';

const batchSize = 1_000;
/** Fewer rows don't slow down searches. */
const worthTidying = 500;

interface ListFile {
  bytes: Uint8Array;
  limit: AnswerLimit;
}

/**
 * Imports a list while the caller waits, or throws OutOfTime, and then nothing was imported. `once` runs the
 * transaction.
 */
export async function uploadNow<Answer>(
  app: AppContext,
  wanted: Omit<MemberUpload, 'id'>,
  { bytes, limit }: ListFile,
  once: Once<UploadResult, Answer>,
): Promise<Answer> {
  const upload = { ...wanted, id: await insertUpload(app.db, wanted) };
  try {
    // The answer lists the skipped rows, which aren't available later.
    const list = await stageList(app, upload.id, { bytes, limit }, async () => undefined);
    const result = await once((tx) => importList(app, tx, upload, { ...list, limit }));
    await tidyAfter(app, list);
    return result;
  } finally {
    await forgetUnfinished(app.db, upload.id).catch(() => undefined);
  }
}

export const memberListJob = 'take-in-member-list';

/** Imports a queued list. */
export function workOnMemberList(app: AppContext, job: UploadJob): Promise<void> {
  return workOnUpload(app, job, { created: 0, matched: 0, requests: 0 }, async (bytes) => {
    const upload = await findMemberUpload(app.db, job.uploadId);
    const file = { bytes, limit: noLimit };
    const list = await stageList(app, upload.id, file, (rows) => insertSkippedRows(app.db, upload.id, rows));
    await transaction(app.db, (tx) => importList(app, tx, upload, { ...list, file: bytes, limit: noLimit }));
    await tidyAfter(app, list);
  });
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
  const report = async (done: number) => {
    await reportProgress(app.db, upload.id, done, list.total);
    await limitStatements(tx, list.limit);
  };
  await report(0);
  const imported = await importMembers(tx, upload, list, report);
  if (list.file && imported.leftOut.length > 0) await keepLeftOut(tx, upload.id, list.file, imported.leftOut);
  return finishUpload(tx, upload, list, imported);
}

async function keepLeftOut(tx: Tx, uploadId: number, file: Uint8Array, leftOut: LeftOutRow[]): Promise<void> {
  const reasons = new Map(rejectedRows([], leftOut).map(({ row, reason }) => [row, reason]));
  await insertSkippedRows(tx, uploadId, await readSkippedRows(file, reasons));
  await insertUndecided(tx, uploadId, undecidedOf(leftOut));
}

/** Tidying up is optional: the database does it later anyway. */
async function tidyAfter(app: AppContext, list: ReadList): Promise<void> {
  if (list.total >= worthTidying) await tidySearchIndexes(app.db).catch(() => undefined);
}
