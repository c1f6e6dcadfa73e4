import { SpreadsheetProblem } from '@kinbridge/contract/spreadsheets/spreadsheet-problem';
import { refuseOtherKinds } from '@kinbridge/contract/spreadsheets/zip-parts';
import { AcceptedAnswer, type ReceivedFile, route } from '../../access/route.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import { auditRead } from '../audit/audit-reads.ts';
import { storedWhile } from '../stored-files/stored-files.commands.ts';
import { queueUpload } from './member-uploads.commands.ts';
import { countOwnServices, findSkippedRows, findUpload } from './member-uploads.queries.ts';
import { uploadNow } from './member-uploads.ts';
import { exportSkippedRows } from './skipped-rows.ts';

export const memberUploadRoutes = [
  route(
    'POST /v1/organizations/{id}/services/upload-patients',
    'member:upload',
    async ({ app, actor, params, query, file, headers, once, requestId }) => {
      if (params.id !== actor.organizationId) throw notFound('organization');
      const owned = await countOwnServices(app.db, actor.organizationId, query.serviceIds);
      if (owned < query.serviceIds.length) throw notFound('service');
      if (!file) throw invalidField('file', 'Please choose a file.');
      const content = spreadsheet(file);
      const upload = {
        organizationId: actor.organizationId,
        createdBy: actor.userId,
        requestId,
        serviceIds: query.serviceIds,
        serviceStatus: query.serviceStatus ?? 'COMPLETED',
        smsConsent: query.smsConsent === 'true',
      };
      if (!prefersLater(headers.prefer)) return uploadNow(app, upload, file.bytes, once);
      const later = await storedWhile(app, content, (stored) =>
        once(async (tx) => {
          if (!stored) throw invalidField('file', 'Please choose a file.');
          return { uploadId: await queueUpload(tx, upload, stored) };
        }),
      );
      return new AcceptedAnswer(later);
    },
  ),

  route('GET /v1/uploads/{id}', 'member:upload', async ({ app, actor, params }) => {
    const upload = await findUpload(app.db, actor.organizationId, params.id);
    if (!upload) throw notFound('upload');
    return upload;
  }),

  route('GET /v1/uploads/{id}/skipped-rows', 'member:upload', async ({ app, actor, params, requestId }) => {
    const upload = await findUpload(app.db, actor.organizationId, params.id);
    if (!upload) throw notFound('upload');
    const purged = upload.result?.rejected.length && (await findSkippedRows(app.db, params.id, 0, 1)).length === 0;
    if (purged) throw new AppError('gone', 'These rows are no longer stored. Upload the original list again.');
    const entry = { action: 'member.export-skipped', entityType: 'member-upload', entityId: params.id };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return exportSkippedRows(app.db, params.id);
  }),
];

/** Refuses other file types immediately, even for a background import. */
function spreadsheet(file: ReceivedFile) {
  try {
    refuseOtherKinds(file.bytes);
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw new AppError('unsupported_type', error.message);
    throw error;
  }
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  // A fixed name, since nobody sees it and the file is deleted after reading.
  return { bytes: file.bytes, contentType, fileName: 'members.xlsx' };
}

/** RFC 7240: preferences are separated by commas, and may have parameters. */
function prefersLater(prefer: string | string[] | undefined): boolean {
  return [prefer ?? '']
    .flat()
    .flatMap((line) => line.split(','))
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
}
