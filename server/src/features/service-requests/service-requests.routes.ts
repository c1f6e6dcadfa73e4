import type { filterQuery } from '@kinbridge/contract/service-requests/boards.contract';
import type { z } from 'zod';
import { isActiveStaff, type StaffActor } from '../../access/actor.ts';
import { JsonText, type RouteRequest, route, signedInRoute } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { forbidden, invalidField, notFound } from '../../app-error.ts';
import { auditList, auditRead } from '../audit/audit-reads.ts';
import { refuseClaim } from '../auth/claims.commands.ts';
import { seesMember } from '../members/members.queries.ts';
import { answerFile, storedWhile } from '../stored-files/stored-files.commands.ts';
import { findUser } from '../users/users.queries.ts';
import { readAttachment } from './attachment.ts';
import type { Side } from './board-order.queries.ts';
import { addComment } from './comments.commands.ts';
import { findCommentFile, findComments } from './comments.queries.ts';
import { createServiceRequest } from './create-service-request.commands.ts';
import { findLatestPerMember, findMatchingMemberIds } from './filter.queries.ts';
import { assignServiceRequest, bulkMoveServiceRequests, moveServiceRequest } from './move.commands.ts';
import { recordRequestRead } from './request-read.ts';
import {
  type BoardSearch,
  findAssignments,
  findBoardList,
  findBoardPage,
  findCounts,
  findRequestFile,
  findRequestsOfMember,
  findRequestText,
  seesRequest,
} from './service-requests.queries.ts';
import { previewNewRequestTexts, previewTextOfMove } from './text-preview.queries.ts';
import { findTimeline } from './timeline.queries.ts';

export const serviceRequestRoutes = [
  route('POST /v1/service-requests', 'service-request:create', ({ app, actor, parts, file, once, requestId }) =>
    storedWhile(app, file && readAttachment(file), (stored) =>
      once((tx) => createServiceRequest(tx, app.config, actor, parts.serviceRequest, stored, requestId)),
    ),
  ),

  route('GET /v1/service-requests/{id}', 'service-request:read', async ({ app, actor, params, query, requestId }) => {
    const request = await findRequestText(app.db, actor.organizationId, params.id);
    if (request === null) throw notFound('service request');
    await recordRequestRead(app.db, actor, { ...params, requestId, background: query.background === 'true' });
    return new JsonText(request);
  }),

  // Recorded first, so the timeline includes this read.
  route(
    'GET /v1/service-requests/{id}/timeline',
    'service-request:read',
    async ({ app, actor, params, query, requestId }) => {
      if (!(await seesRequest(app.db, actor.organizationId, params.id))) throw notFound('service request');
      await recordRequestRead(app.db, actor, { ...params, requestId, background: query.background === 'true' });
      return new JsonText(await findTimeline(app.db, actor.organizationId, params.id));
    },
  ),

  route('GET /v1/service-requests/{id}/notes', 'service-request:read', async ({ app, actor, params, requestId }) => {
    const comments = await findComments(app.db, actor.organizationId, params.id);
    if (comments === null) throw notFound('service request');
    await recordRequestRead(app.db, actor, { ...params, requestId, background: false });
    return new JsonText(comments);
  }),

  route('GET /v1/service-requests/{id}/file', 'service-request:read', async ({ app, actor, params, requestId }) => {
    const file = await findRequestFile(app.db, actor.organizationId, params.id);
    if (!file) throw notFound('file');
    await recordFileRead(app, actor, params.id, requestId);
    return answerFile(app, file);
  }),

  route(
    'POST /v1/service-requests/{id}/assign/{employeeId}',
    'service-request:assign',
    async ({ app, actor, params, requestId }) =>
      new JsonText(await assignServiceRequest(app.db, app.config, actor, params.id, params.employeeId, requestId)),
  ),

  route(
    'POST /v1/service-requests/{id}/transition/{newStatus}',
    'service-request:move',
    async ({ app, actor, params, body, requestId }) =>
      new JsonText(
        await moveServiceRequest(app.db, app.config, actor, { ...params, version: body.version }, requestId),
      ),
  ),

  route(
    'POST /v1/service-requests/transition/{status}',
    'service-request:move',
    async ({ app, actor, params, body, requestId }) => {
      if (body.status !== undefined && body.status !== params.status) {
        throw invalidField('status', 'The status in the body and the one in the address must be the same.');
      }
      return bulkMoveServiceRequests(app.db, app.config, actor, { ...body, target: params.status }, requestId);
    },
  ),

  route(
    'GET /v1/service-requests/{id}/transition/{newStatus}/text',
    'service-request:read',
    async ({ app, actor, params, requestId }) => {
      const { id, newStatus } = params;
      const text = await previewTextOfMove(app.db, app.config, actor.organizationId, id, newStatus);
      if (text === null) throw notFound('service request');
      await recordRequestRead(app.db, actor, { id, requestId, background: true });
      return text;
    },
  ),

  route('POST /v1/service-requests/texts', 'service-request:read', ({ app, actor, body }) =>
    previewNewRequestTexts(app.db, actor, body),
  ),

  route('POST /v1/notes', 'service-request:comment', async ({ app, actor, parts, file, once, requestId }) => {
    const { createdById } = parts.note;
    if (createdById != null && createdById !== actor.userId) {
      await refuseClaim(app.db, actor, 'other-user', requestId);
    }
    return storedWhile(app, file && readAttachment(file), (stored) =>
      once((tx) => addComment(tx, actor, parts.note, stored, requestId)),
    );
  }),

  route('GET /v1/notes/{id}/file', 'service-request:read', async ({ app, actor, params, requestId }) => {
    const file = await findCommentFile(app.db, actor.organizationId, params.id);
    if (!file) throw notFound('file');
    await recordFileRead(app, actor, file.service_request_id, requestId);
    return answerFile(app, file);
  }),

  route('GET /v1/organizations/{id}/service-requests', 'service-request:read', (input) =>
    readBoard(input, input.params.id, 'outgoing', input.query),
  ),

  route('GET /v1/organizations/{id}/incoming-service-requests', 'service-request:read', (input) =>
    readBoard(input, input.params.id, 'incoming', input.query),
  ),

  route('POST /v1/organizations/{id}/service-requests/search', 'service-request:read', (input) =>
    readBoard(input, input.params.id, 'outgoing', { page: 0, ...input.body }),
  ),

  route('POST /v1/organizations/{id}/incoming-service-requests/search', 'service-request:read', (input) =>
    readBoard(input, input.params.id, 'incoming', { page: 0, ...input.body }),
  ),

  route(
    'GET /v1/organizations/{id}/service-requests/counts',
    'service-request:read',
    async ({ app, actor, params }) => {
      if (params.id !== actor.organizationId) throw notFound('organization');
      return findCounts(app.db, params.id, 'outgoing');
    },
  ),

  route(
    'GET /v1/organizations/{id}/incoming-service-requests/counts',
    'service-request:read',
    async ({ app, actor, params }) => {
      if (params.id !== actor.organizationId) throw notFound('organization');
      return findCounts(app.db, params.id, 'incoming');
    },
  ),

  route('GET /v1/organizations/{id}/service-requests/filter', 'service-request:read', (input) =>
    filterMembers(input, input.params.id, input.query),
  ),

  route('POST /v1/organizations/{id}/service-requests/filter/search', 'service-request:read', (input) =>
    filterMembers(input, input.params.id, input.body),
  ),

  route('GET /v1/organizations/{id}/service-requests/filter/ids', 'service-request:read', (input) =>
    filterMemberIds(input, input.params.id, input.query),
  ),

  route('POST /v1/organizations/{id}/service-requests/filter/ids', 'service-request:read', (input) =>
    filterMemberIds(input, input.params.id, input.body),
  ),

  signedInRoute(
    'GET /v1/users/{id}/service-requests',
    'member-requests:read',
    async ({ app, actor, params, requestId, sent }) => {
      const own = actor.userId === params.id;
      if (!own && !isActiveStaff(actor)) throw forbidden();
      if (!own && !(await seesMember(app.db, actor.organizationId ?? 0, params.id))) throw notFound('member');
      const seenBy = actor.userType === 'PATIENT' ? null : actor.organizationId;
      const requests = await findRequestsOfMember(app.db, params.id, seenBy);
      const shown = requests.map(({ id }) => id);
      const entry = { action: 'member.requests-read', entityType: 'user', entityId: params.id, asked: sent, shown };
      await auditList(app, { actor, requestId, organizationId: actor.organizationId, ...entry });
      return requests;
    },
  ),

  route('GET /v1/users/{id}/service-request-assignments', 'service-request:read', async (input) => {
    const { app, actor, params } = input;
    const employee = await findUser(app.db, params.id);
    if (!employee || employee.userType === 'PATIENT' || employee.organizationId !== actor.organizationId) {
      throw notFound('employee');
    }
    const requests = await findAssignments(app.db, params.id, actor.organizationId);
    const shown = requests.map(({ id }) => id);
    await recordList(input, 'assignments', shown, { employeeId: params.id });
    return requests;
  }),
];

function recordFileRead(app: AppContext, actor: StaffActor, id: number, requestId: string): Promise<void> {
  const entry = { action: 'service-request.file-read', entityType: 'service-request', entityId: id };
  return auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
}

/** Records a list, its search terms, and the ids shown. */
function recordList(input: RouteRequest<StaffActor>, list: string, shown: number[], detail = {}): Promise<void> {
  const { app, actor, requestId, sent } = input;
  const entry = { action: 'service-request.list', entityType: 'organization', entityId: actor.organizationId };
  const asked = { asked: sent, shown, detail: { list, ...detail } };
  return auditList(app, { actor, requestId, organizationId: actor.organizationId, ...entry, ...asked });
}

type FilterQuery = z.output<typeof filterQuery>;

async function filterMembers(input: RouteRequest<StaffActor>, id: number, query: FilterQuery) {
  if (id !== input.actor.organizationId) throw notFound('organization');
  const page = await findLatestPerMember(input.app.db, id, query);
  const shown = page.content.map(({ patient }) => patient.id);
  await recordList(input, 'filter', shown);
  return page;
}

async function filterMemberIds(input: RouteRequest<StaffActor>, id: number, query: FilterQuery) {
  if (id !== input.actor.organizationId) throw notFound('organization');
  const ids = await findMatchingMemberIds(input.app.db, id, query);
  await recordList(input, 'filter', ids);
  return { ids };
}

type BoardQuery = Partial<Pick<BoardSearch, 'status' | 'name' | 'page' | 'size' | 'sort'>> & {
  withCancelled?: 'true' | 'false' | undefined;
};

/** With a page, the new answer as the database wrote it; otherwise the old client's plain list. */
async function readBoard(
  input: RouteRequest<StaffActor>,
  organizationId: number,
  side: Side,
  query: BoardQuery,
): Promise<JsonText> {
  const { app, actor } = input;
  if (organizationId !== actor.organizationId) throw notFound('organization');
  const { status, name } = query;
  const search = { organizationId, side, status, name, withCancelled: query.withCancelled === 'true' };
  if (query.page === undefined) {
    const { list, ids, total } = await findBoardList(app.db, search);
    await recordList(input, side, ids);
    return new JsonText(list, { 'x-total-count': String(total) });
  }
  const { page, size = 50, sort = { field: 'id', descending: true } } = query;
  const board = await findBoardPage(app.db, { ...search, page, size, sort });
  await recordList(input, side, board.ids);
  return new JsonText(board.page);
}
