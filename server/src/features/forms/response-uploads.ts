import type { UploadedResponses } from '@kinbridge/contract/forms/form-answers.contract';
import type { AppContext } from '../../app-context.ts';
import { transaction } from '../../db/database.ts';
import { type AnswerLimit, noLimit } from '../../records/uploads/answer-limit.ts';
import { endUpload, limitStatements, reportProgress } from '../../records/uploads/uploads.commands.ts';
import { type Once, type UploadJob, workOnUpload } from '../../records/uploads/uploads.ts';
import { findVersions } from './forms.queries.ts';
import {
  findQueuedResponses,
  importResponses,
  readResponses,
  type VersionedUpload,
} from './upload-responses.commands.ts';

/**
 * Imports responses while the caller waits, or throws OutOfTime, and then nothing was imported. The file is read before
 * the transaction of `once` to keep it short.
 */
export async function uploadResponsesNow<Answer>(
  upload: VersionedUpload,
  { bytes, limit }: { bytes: Uint8Array; limit: AnswerLimit },
  once: Once<UploadedResponses, Answer>,
): Promise<Answer> {
  const list = await readResponses(upload, bytes, async () => limit.check());
  return once((tx) => importResponses(tx, upload, list, () => limitStatements(tx, limit)));
}

export const responsesJob = 'import-responses';

/** Imports a queued list. */
export function workOnResponses(app: AppContext, job: UploadJob): Promise<void> {
  return workOnUpload(app, job, { created: 0 }, async (bytes) => {
    const wanted = await findQueuedResponses(app.db, job.uploadId);
    const upload = { ...wanted, versions: await findVersions(app.db, wanted.organizationId, wanted.surveyId) };
    const list = await readResponses(upload, bytes, (rows) => reportProgress(app.db, job.uploadId, 0, rows));
    const total = list.responses.length;
    await transaction(app.db, async (tx) => {
      const result = await importResponses(tx, upload, list, async (done) => {
        await reportProgress(app.db, job.uploadId, done, total);
        await limitStatements(tx, noLimit);
      });
      await endUpload(tx, job.uploadId, total, result);
    });
  });
}
