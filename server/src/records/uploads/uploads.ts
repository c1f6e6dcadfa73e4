import type { StaffCaller } from '../../access/caller.ts';
import { AcceptedAnswer, type RouteRequest } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { NoTurn, Turns } from '../../turns.ts';
import { type FileContent, refuseInfected, storedWhile } from '../stored-files/stored-files.commands.ts';
import type { AnswerLimit } from './answer-limit.ts';
import { failUpload, findQueuedList, markWorking, queueList } from './uploads.commands.ts';

interface Queued {
  uploadId: number;
}

type Answer<Result> = Result | Queued;

/** Runs a transaction at most once per Idempotency-Key. */
export type Once<Work, Kept> = (work: (tx: Tx) => Promise<Work>) => Promise<Kept>;

interface Upload<Result> {
  content: FileContent;
  limit: AnswerLimit;
  /** An Idempotency-Key repeats the first answer, whether it was the result or that the list is queued. */
  once: Once<Answer<Result>, Answer<Result>>;
  /** Imports the list in a transaction of `once`, which is undone when the limit is over. */
  importNow: (once: Once<Result, Answer<Result>>) => Promise<Answer<Result>>;
  /** The job that imports the list if it is queued, and the row that it finds. */
  job: string;
  insert: (tx: Tx, fileId: number) => Promise<number>;
}

/**
 * Imports a list and answers with its result. If that takes longer than the limit, or the caller prefers it, nothing is
 * imported yet, the list is queued and the answer says so.
 */
export async function answerUpload<Result extends object>(
  { app, caller, headers }: Pick<RouteRequest<StaffCaller>, 'app' | 'caller' | 'headers'>,
  upload: Upload<Result>,
): Promise<Result | AcceptedAnswer<Queued>> {
  const later = prefersLater(headers.prefer);
  const answer = (!later && (await importInTime(upload))) || (await queueInstead(app, caller.organizationId, upload));
  return isQueued(answer) ? new AcceptedAnswer(answer, later) : answer;
}

const isQueued = <Result extends object>(answer: Answer<Result>): answer is Queued => 'uploadId' in answer;

async function importInTime<Result>({ content, limit, once, importNow }: Upload<Result>) {
  const work = async () => {
    limit.check();
    return importNow(once);
  };
  try {
    return await listTurns.run(work, content.bytes.length, limit.msLeft);
  } catch (error) {
    if (error instanceof NoTurn || limit.explains(error)) return null;
    throw error;
  }
}

function queueInstead<Result>(
  app: AppContext,
  organizationId: number,
  { content, once, job, insert }: Upload<Result>,
): Promise<Answer<Result>> {
  return storedWhile(app, content, (file) =>
    once(async (tx) => ({ uploadId: await queueList(tx, { organizationId, job, file, insert }) })),
  );
}

/** RFC 7240: preferences are separated by commas, and may have parameters. */
function prefersLater(prefer: string | string[] | undefined): boolean {
  return [prefer ?? '']
    .flat()
    .flatMap((line) => line.split(','))
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
}

/** A job for a queued list. */
export interface UploadJob {
  uploadId: number;
  lastAttempt: boolean;
}

/**
 * Imports a queued list. It is safe to rerun after a crash: the file is read again, and the import's transaction, which
 * ends the upload, either happened or not. `nothing` is the result of an import without a usable row.
 */
export async function workOnUpload(
  app: AppContext,
  { uploadId, lastAttempt }: UploadJob,
  nothing: object,
  importList: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const list = await findQueuedList(app.db, uploadId);
  if (!list?.storageKey || list.state === 'done' || list.state === 'failed') return;
  try {
    refuseInfected(list.scan);
    await markWorking(app.db, uploadId);
    await importList(await app.files.read(list.storageKey));
  } catch (error) {
    if (!(error instanceof AppError) && !lastAttempt) throw error;
    const { message, extra } = error instanceof AppError ? error : ourFault;
    const result = extra?.rejected ? { ...nothing, ...extra } : null;
    await transaction(app.db, (tx) => failUpload(tx, uploadId, message, result));
    if (!(error instanceof AppError)) throw error;
  }
}

const ourFault = { message: 'Something went wrong on our side. Please try again later.', extra: undefined };

const maxWaitingBytes = 60 * 1024 * 1024;

/** Lists are imported one at a time to limit memory and CPU. */
export const listTurns = new Turns(
  maxWaitingBytes,
  'Other lists are being imported. Please try again in a minute.',
  30,
);
