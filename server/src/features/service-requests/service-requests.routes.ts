import type { filterQuery } from '@kinbridge/contract/service-requests/boards.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { JsonText, organizationRoute, type RouteRequest, route, signedInRoute } from '../../access/route.ts';
import { invalidField, notFound } from '../../app-error.ts';
import { answerFile, storedWhile } from '../../records/stored-files/stored-files.commands.ts';
import { findUser } from '../../records/users/users.queries.ts';
import { refuseClaim } from '../auth/claims.commands.ts';
import { requireReader } from '../members/member-access.ts';
import { recordingCandidates } from '../members/member-candidates.ts';
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

  organizationRoute('GET /v1/organizations/{id}/service-requests', 'service-request:read', 'params.id', (input) =>
    readBoard(input, 'outgoing', input.query),
  ),

  organizationRoute(
    'GET /v1/organizations/{id}/incoming-service-requests',
    'service-request:read',
    'params.id',
    (input) => readBoard(input, 'incoming', input.query),
  ),

  organizationRoute(
    'POST /v1/organizations/{id}/service-requests/search',
    'service-request:read',
    'params.id',
    (input) => readBoard(input, 'outgoing', { page: 0, ...input.body }),
  ),

  organizationRoute(
    'POST /v1/organizations/{id}/incoming-service-requests/search',
    'service-request:read',
    'params.id',
    (input) => readBoard(input, 'incoming', { page: 0, ...input.body }),
  ),

  organizationRoute(
    'GET /v1/organizations/{id}/service-requests/counts',
    'service-request:read',
    'params.id',
    ({ app, params, query }) =>
      findCounts(app.db, { organizationId: params.id, side: 'outgoing', overdue: query.overdue === 'true' }),
  ),

  organizationRoute(
    'GET /v1/organizations/{id}/incoming-service-requests/counts',
    'service-request:read',
    'params.id',
    ({ app, params, query }) =>
      findCounts(app.db, { organizationId: params.id, side: 'incoming', overdue: query.overdue === 'true' }),
  ),

  organizationRoute(
    'GET /v1/organizations/{id}/service-requests/filter',
    'service-request:read',
    'params.id',
    (input) => filterMembers(input, input.query),
  ),

  organizationRoute(
    'POST /v1/organizations/{id}/service-requests/filter/search',
    'service-request:read',
    'params.id',
    (input) => filterMembers(input, input.body),
  ),

  organizationRoute(
    'GET /v1/organizations/{id}/service-requests/filter/ids',
    'service-request:read',
    'params.id',
    (input) => filterMemberIds(input, input.query),
  ),

  organizationRoute(
    'POST /v1/organizations/{id}/service-requests/filter/ids',
    'service-request:read',
    'params.id',
    (input) => filterMemberIds(input, input.body),
  ),

  signedInRoute(
    'GET /v1/users/{id}/service-requests',
    'member-requests:read',
    async ({ app, caller, params, recordList }) => {
      const reader = await requireReader(app.db, caller, params.id);
      const requests = await findRequestsOfMember(app.db, params.id, reader);
      const shown = requests.map(({ id }) => id);
      await recordList('member.requests-read', params.id, { shown });
      return requests;
    },
  ),

  route('GET /v1/users/{id}/service-request-assignments', 'service-request:read', async (input) => {
    const { app, caller, params } = input;
    const employee = await findUser(app.db, params.id);
    if (!employee || employee.userType === 'PATIENT' || employee.organizationId !== caller.organizationId) {
      throw notFound('employee');
    }
    const requests = await findAssignments(app.db, params.id, caller.organizationId);
    const shown = requests.map(({ id }) => id);
    await recordRequests(input, 'assignments', shown, { employeeId: params.id });
    return requests;
  }),
];

/** Records a list, its search terms, and the ids shown. */
function recordRequests(input: RouteRequest<StaffCaller>, list: string, shown: number[], detail = {}): Promise<void> {
  const { caller, recordList } = input;
  const entry = { shown, detail: { list, ...detail } };
  return recordList('service-request.list', caller.organizationId, entry);
}

type FilterQuery = z.output<typeof filterQuery>;

async function filterMembers(input: RouteRequest<StaffCaller>, query: FilterQuery) {
  const page = await findLatestPerMember(input.app.db, input.caller.organizationId, query);
  const shown = page.content.map(({ patient }) => patient.id);
  await recordRequests(input, 'filter', shown);
  return page;
}

async function filterMemberIds(input: RouteRequest<StaffCaller>, query: FilterQuery) {
  const ids = await findMatchingMemberIds(input.app.db, input.caller.organizationId, query);
  await recordRequests(input, 'filter', ids);
  return { ids };
}

type BoardQuery = Partial<Pick<BoardSearch, 'status' | 'name' | 'page' | 'size' | 'sort'>> & {
  withCancelled?: 'true' | 'false' | undefined;
  overdue?: 'true' | 'false' | undefined;
};

/** With a page, the new answer as the database wrote it; otherwise the old client's plain list. */
async function readBoard(input: RouteRequest<StaffCaller>, side: Side, query: BoardQuery): Promise<JsonText> {
  const { app, caller } = input;
  const { organizationId } = caller;
  const { status, name } = query;
  const [withCancelled, overdue] = [query.withCancelled === 'true', query.overdue === 'true'];
  if (query.page === undefined) {
    const search = { organizationId, side, status, name, withCancelled, overdue };
    const { list, ids, total } = await findBoardList(app.db, search);
    await recordRequests(input, side, ids);
    return new JsonText(list, { 'x-total-count': String(total) });
  }
  const { page, size = 50, sort = { field: 'id', descending: true } } = query;
  const search = { organizationId, side, status, name, withCancelled, overdue, page, size, sort };
  const board = await findBoardPage(app.db, search);
  await recordRequests(input, side, board.ids);
  return new JsonText(board.page);
}
