import type { filterQuery } from '@kinbridge/contract/service-requests/boards.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { JsonText, organizationRoute, type RouteRequest, route, signedInRoute } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { findUser } from '../../records/users/users.queries.ts';
import { requireMember, requireReader } from '../members/member-access.ts';
import type { Side } from './board-order.queries.ts';
import { type BoardSearch, findBoardList, findBoardPage, findCounts } from './boards.queries.ts';
import { findLatestPerMember, findMatchingMemberIds } from './filter.queries.ts';
import { findAssignments, findRequestsOfMember } from './service-requests.queries.ts';
import { findSimilarRequests } from './similar.queries.ts';

/** Lists of requests: boards, the requests of a member or an employee, and similar ones. */
export const boardRoutes = [
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
    ({ app, caller, query }) => findCounts(app.db, filterOf(caller, 'outgoing', query)),
  ),

  organizationRoute(
    'GET /v1/organizations/{id}/incoming-service-requests/counts',
    'service-request:read',
    'params.id',
    ({ app, caller, query }) => findCounts(app.db, filterOf(caller, 'incoming', query)),
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

  route(
    'GET /v1/service-requests/similar',
    'service-request:read',
    async ({ app, caller: { organizationId }, query, recordList }) => {
      const { serviceId, patientId: memberId } = query;
      await requireMember(app.db, organizationId, memberId);
      const requests = await findSimilarRequests(app.db, { organizationId, serviceId, memberId });
      if (requests === null) throw notFound('service');
      await recordList('member.requests-read', memberId, { shown: requests.map(({ id }) => id) });
      return requests;
    },
  ),
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

type Flag = 'withCancelled' | 'overdue' | 'declined' | 'stalled' | 'mine';
type BoardQuery = Partial<Pick<BoardSearch, 'status' | 'name' | 'page' | 'size' | 'sort'>> & {
  [name in Flag]?: 'true' | 'false' | undefined;
};

function filterOf({ userId, organizationId }: StaffCaller, side: Side, query: BoardQuery) {
  return {
    organizationId,
    side,
    status: query.status,
    name: query.name,
    withCancelled: query.withCancelled === 'true',
    overdue: query.overdue === 'true',
    declined: query.declined === 'true',
    stalled: query.stalled === 'true',
    ofUserId: query.mine === 'true' ? userId : undefined,
  };
}

/** With a page, the new answer as the database wrote it; otherwise the old client's plain list. */
async function readBoard(input: RouteRequest<StaffCaller>, side: Side, query: BoardQuery): Promise<JsonText> {
  const { app, caller } = input;
  const filter = filterOf(caller, side, query);
  if (query.page === undefined) {
    const { list, ids, total } = await findBoardList(app.db, filter);
    await recordRequests(input, side, ids);
    return new JsonText(list, { 'x-total-count': String(total) });
  }
  const { page, size = 50, sort = { field: 'id', descending: true } } = query;
  const board = await findBoardPage(app.db, { ...filter, page, size, sort });
  await recordRequests(input, side, board.ids);
  return new JsonText(board.page);
}
