import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import { SpreadsheetProblem } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import { refuseOtherKinds } from '@kinbridge/forms/spreadsheets/zip-parts';
import type { StaffCaller } from '../../access/caller.ts';
import { AcceptedAnswer, organizationRoute, type RouteRequest, route, type ScannedFile } from '../../access/route.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import { AnswerLimit } from '../../records/uploads/answer-limit.ts';
import { answerUpload } from '../../records/uploads/uploads.ts';
import { insertUpload } from './member-uploads.commands.ts';
import { countOwnServices, findSkippedRows, findUpload } from './member-uploads.queries.ts';
import { memberListJob, uploadNow } from './member-uploads.ts';
import { exportSkippedRows } from './skipped-rows.ts';
import { describeRejected, findReasons, findUndecided, shownCandidates } from './undecided-rows.queries.ts';

export const memberUploadRoutes = [
  organizationRoute(
    'POST /v1/organizations/{id}/services/upload-patients',
    'member:upload',
    'params.id',
    async (input) => {
      const { app, caller, query, file } = input;
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
      const answer = await answerUpload<UploadResult>(input, {
        content,
        limit,
        once: input.once,
        importNow: (once) => uploadNow(app, upload, { bytes: content.bytes, limit }, once),
        job: memberListJob,
        insert: (tx, fileId) => insertUpload(tx, upload, fileId),
      });
      return answer instanceof AcceptedAnswer ? answer : recordingShown(input, answer);
    },
  ),

  route('GET /v1/uploads/{id}', 'member:upload', async (input) => {
    const { app, caller, params } = input;
    const upload = await findUpload(app.db, caller.organizationId, params.id);
    if (!upload) throw notFound('upload');
    if (!upload.result) return upload;
    const undecided = await findUndecided(app.db, params.id);
    const rejected = await describeRejected(app.db, caller.organizationId, upload.result.rejected, undecided);
    return { ...upload, result: await recordingShown(input, { ...upload.result, rejected }) };
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
