import { attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import { JsonText, type ReceivedFile, route } from '../../access/route.ts';
import { invalidField, notFound } from '../../app-error.ts';
import { acceptOnly } from '../../records/stored-files/file-kind.ts';
import { answerFile, type FileContent, storedWhile } from '../../records/stored-files/stored-files.commands.ts';
import { refuseClaim } from '../auth/claims.commands.ts';
import { recordingCandidates } from '../members/member-candidates.ts';
import { addComment } from './comments.commands.ts';
import { findCommentFile, findComments } from './comments.queries.ts';
import { createServiceRequest } from './create-service-request.commands.ts';
import { assignServiceRequest, bulkMoveServiceRequests, moveServiceRequest } from './move.commands.ts';
import { reassignOpenRequests } from './reassign.commands.ts';
import { recordRequestRead } from './request-read.ts';
import { findRequestFile, findRequestText, seesRequest } from './service-requests.queries.ts';
import { previewNewRequestTexts, previewTextOfMove } from './text-preview.queries.ts';
import { findTimeline } from './timeline.queries.ts';

export const serviceRequestRoutes = [
  route('POST /v1/service-requests', 'service-request:create', (input) => {
    const { app, caller, parts, file, once } = input;
    return recordingCandidates(input, async () =>
      storedWhile(app, await readAttachment(file), (stored) =>
        once((tx) => createServiceRequest(tx, app.config, caller, { ...parts.serviceRequest, file: stored })),
      ),
    );
  }),

  route('GET /v1/service-requests/{id}', 'service-request:read', async ({ app, caller, params, query }) => {
    const request = await findRequestText(app.db, caller.organizationId, params.id);
    if (request === null) throw notFound('service request');
    await recordRequestRead(app.db, caller, { id: params.id, background: query.background === 'true' });
    return new JsonText(request);
  }),

  // Recorded first, so the timeline includes this read.
  route('GET /v1/service-requests/{id}/timeline', 'service-request:read', async ({ app, caller, params, query }) => {
    if (!(await seesRequest(app.db, caller.organizationId, params.id))) throw notFound('service request');
    await recordRequestRead(app.db, caller, { id: params.id, background: query.background === 'true' });
    const timeline = await findTimeline(app.db, caller.organizationId, params.id);
    if (timeline === null) throw notFound('service request');
    return new JsonText(timeline);
  }),

  route('GET /v1/service-requests/{id}/notes', 'service-request:read', async ({ app, caller, params }) => {
    const comments = await findComments(app.db, caller.organizationId, params.id);
    if (comments === null) throw notFound('service request');
    await recordRequestRead(app.db, caller, { id: params.id, background: false });
    return new JsonText(comments);
  }),

  route('GET /v1/service-requests/{id}/file', 'service-request:read', async ({ app, caller, params, recordRead }) => {
    const file = await findRequestFile(app.db, caller.organizationId, params.id);
    if (!file) throw notFound('file');
    await recordRead('service-request.file-read', params.id);
    return answerFile(app, file);
  }),

  route(
    'POST /v1/service-requests/{id}/assign/{employeeId}',
    'service-request:assign',
    async ({ app, caller, params }) => new JsonText(await assignServiceRequest(app.db, app.config, caller, params)),
  ),

  route(
    'POST /v1/service-requests/{id}/transition/{newStatus}',
    'service-request:move',
    async ({ app, caller, params: { id, newStatus }, body: { version, outcome } }) =>
      new JsonText(await moveServiceRequest(app.db, app.config, caller, { id, newStatus, version, outcome })),
  ),

  route(
    'POST /v1/service-requests/transition/{status}',
    'service-request:move',
    async ({ app, caller, params, body }) => {
      if (body.status !== undefined && body.status !== params.status) {
        throw invalidField('status', 'The status in the body and the one in the address must be the same.');
      }
      return bulkMoveServiceRequests(app.db, app.config, caller, { ...body, target: params.status });
    },
  ),

  route(
    'GET /v1/service-requests/{id}/transition/{newStatus}/text',
    'service-request:read',
    async ({ app, caller, params }) => {
      const text = await previewTextOfMove(app.db, app.config, caller.organizationId, params);
      if (text === null) throw notFound('service request');
      await recordRequestRead(app.db, caller, { id: params.id, background: true });
      return text;
    },
  ),

  route('POST /v1/service-requests/texts', 'service-request:read', ({ app, caller, body }) =>
    previewNewRequestTexts(app.db, caller, body),
  ),

  route('POST /v1/notes', 'service-request:comment', async ({ app, caller, parts, file, once }) => {
    const { createdById } = parts.note;
    if (createdById != null && createdById !== caller.userId) {
      await refuseClaim(app.db, caller, 'other-user');
    }
    return storedWhile(app, await readAttachment(file), (stored) =>
      once((tx) => addComment(tx, caller, parts.note, stored)),
    );
  }),

  route('GET /v1/notes/{id}/file', 'service-request:read', async ({ app, caller, params, recordRead }) => {
    const file = await findCommentFile(app.db, caller.organizationId, params.id);
    if (!file) throw notFound('file');
    await recordRead('service-request.file-read', file.service_request_id);
    return answerFile(app, file);
  }),

  route('POST /v1/users/{id}/reassign', 'employee:reassign', ({ app, caller, params, body }) =>
    reassignOpenRequests(app.db, caller, params.id, body.assigneeId),
  ),
];

/** Specification §9: png, jpeg, jpg or pdf. */
async function readAttachment(file: ReceivedFile | null): Promise<FileContent | null> {
  if (!file) return null;
  return acceptOnly(attachmentTypes, 'Only png, jpeg, jpg and pdf files can be attached.', await file.scanned());
}
