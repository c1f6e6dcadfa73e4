import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import { SpreadsheetProblem } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import { refuseOtherKinds } from '@kinbridge/forms/spreadsheets/zip-parts';
import type { StaffCaller } from '../../access/caller.ts';
import { AcceptedAnswer, organizationRoute, type RouteRequest, route, type ScannedFile } from '../../access/route.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { storedWhile } from '../../records/stored-files/stored-files.commands.ts';
import { AnswerLimit } from './answer-limit.ts';
import { queueUpload } from './member-uploads.commands.ts';
import { countOwnServices, findSkippedRows, findUpload } from './member-uploads.queries.ts';
import { uploadNow } from './member-uploads.ts';
import { exportSkippedRows } from './skipped-rows.ts';
import { findReasons, nameCandidates, shownCandidates } from './undecided-rows.queries.ts';

type Answer = UploadResult | { uploadId: number };

export const memberUploadRoutes = [
  organizationRoute(
    'POST /v1/organizations/{id}/services/upload-patients',
    'member:upload',
    'params.id',
    async (input) => {
      const { app, caller, query, file, headers } = input;
      const limit = new AnswerLimit(app.config.uploadAnswerSeconds);
      const owned = await countOwnServices(app.db, caller.organizationId, query.serviceIds);
      if (owned < query.serviceIds.length) throw notFound('service');
      if (!file) throw invalidField('file', 'Please choose a file.');
      const content = spreadsheet(await file.scanned());
      const upload = {
        organizationId: caller.organizationId,
        createdBy: caller.userId,
        requestId: caller.requestId,
        serviceIds: query.serviceIds,
        serviceStatus: query.serviceStatus ?? 'COMPLETED',
        smsConsent: query.smsConsent === 'true',
      };
      // An Idempotency-Key repeats the first answer, whichever of the two it was.
      const once: (work: (tx: Tx) => Promise<Answer>) => Promise<Answer> = input.once;
      const later = prefersLater(headers.prefer);
      const answer =
        (!later && (await uploadNow(app, upload, { bytes: content.bytes, limit }, once))) ||
        (await storedWhile(app, content, (stored) =>
          once(async (tx) => {
            if (!stored) throw invalidField('file', 'Please choose a file.');
            return { uploadId: await queueUpload(tx, upload, stored) };
          }),
        ));
      return 'uploadId' in answer ? new AcceptedAnswer(answer, later) : recordingShown(input, answer);
    },
  ),

  route('GET /v1/uploads/{id}', 'member:upload', async (input) => {
    const { app, caller, params } = input;
    const upload = await findUpload(app.db, caller.organizationId, params.id);
    if (!upload) throw notFound('upload');
    if (!upload.result) return upload;
    const result = await nameCandidates(app.db, caller.organizationId, params.id, upload.result);
    return { ...upload, result: await recordingShown(input, result) };
  }),

  route('GET /v1/uploads/{id}/skipped-rows', 'member:upload', async ({ app, caller, params, recordRead }) => {
    const upload = await findUpload(app.db, caller.organizationId, params.id);
    if (!upload) throw notFound('upload');
    const purged = upload.result?.rejected.length && (await findSkippedRows(app.db, params.id, 0, 1)).length === 0;
    if (purged) throw new AppError('gone', 'These rows are no longer stored. Upload the original list again.');
    await recordRead('member.export-skipped', params.id);
    return exportSkippedRows(app.db, params.id, await findReasons(app.db, caller.organizationId, params.id));
  }),
];

/** Logs the members that rejected rows name. */
async function recordingShown(
  { caller, recordList }: Pick<RouteRequest<StaffCaller>, 'caller' | 'recordList'>,
  result: UploadResult,
): Promise<UploadResult> {
  const shown = shownCandidates(result.rejected);
  if (shown.length > 0) await recordList('member.list', caller.organizationId, { shown });
  return result;
}

/** Refuses other file types immediately, even for a background import. */
function spreadsheet({ bytes, scan }: ScannedFile) {
  try {
    refuseOtherKinds(bytes);
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw new AppError('unsupported_type', error.message);
    throw error;
  }
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  // A fixed name, since nobody sees it and the file is deleted after reading.
  return { bytes, contentType, fileName: 'members.xlsx', scan };
}

/** RFC 7240: preferences are separated by commas, and may have parameters. */
function prefersLater(prefer: string | string[] | undefined): boolean {
  return [prefer ?? '']
    .flat()
    .flatMap((line) => line.split(','))
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
}
