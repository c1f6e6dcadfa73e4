import type { BoardSortField } from '@kinbridge/contract/service-requests/board-sort-fields';
import type { BoardStatus, ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { NewServiceRequest, ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { call, callQuery } from '../../lib/api.ts';
import { writeSort } from '../../lib/lists/list-url.ts';
import { download } from '../../lib/other-answers.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import type { ChosenOutcome } from './outcome-draft.ts';

// Imports only types from the contract: the side menu counts requests and must not load schemas.

export type BoardSide = 'outgoing' | 'incoming';

/** Lists of a board across its tabs. Only sent requests can be declined ones. */
export const boardMarks = ['overdue', 'declined', 'stalled'] as const;
export type BoardMark = (typeof boardMarks)[number];

export interface BoardSearch {
  /** Null for the whole board, including cancelled requests. */
  status: ServiceRequestStatus | null;
  /** Counted from 0. */
  page: number;
  size: number;
  sort: { field: BoardSortField; descending: boolean };
  /** The search text. Cancelled requests are found in every tab. */
  name: string;
  /** Only requests that wait for a response after its due time, that the other side declined, or that stalled. */
  mark: BoardMark | null;
  /** Only requests that I sent or am assigned. */
  mine: boolean;
}

/** All request data shares one key prefix, so that one call can invalidate all of it. */
export const serviceRequestKeys = {
  all: ['service-requests'] as const,
  boards: ['service-requests', 'board'] as const,
  allCounts: ['service-requests', 'counts'] as const,
  /** One request with everything attached to it. */
  request: (id: number) => ['service-requests', 'request', id] as const,
};

/** Identifies running moves: data read during one would show the state before it. */
export const moveKey = ['service-requests', 'move'] as const;

const boardCalls = {
  incoming: 'POST /v1/organizations/{id}/incoming-service-requests/search',
  outgoing: 'POST /v1/organizations/{id}/service-requests/search',
} as const;

export function boardQuery(side: BoardSide, organizationId: number, search: BoardSearch) {
  const { status, page, size, sort, name, mark, mine } = search;
  return callQuery([...serviceRequestKeys.boards, side, organizationId, search], boardCalls[side], {
    params: { id: organizationId },
    body: {
      page,
      size,
      sort: writeSort(sort),
      ...(status && { status }),
      ...(mark && { [mark]: 'true' }),
      ...(mine && { mine: 'true' }),
      ...(name && { name, withCancelled: 'true' }),
    },
    placeholderData: keepPreviousData,
  });
}

const countCalls = {
  incoming: 'GET /v1/organizations/{id}/incoming-service-requests/counts',
  outgoing: 'GET /v1/organizations/{id}/service-requests/counts',
} as const;

/** How many requests are in each status, for the tabs and the side menu. */
export function countsQuery(side: BoardSide, organizationId: number) {
  const params = { id: organizationId };
  return callQuery([...serviceRequestKeys.allCounts, side, organizationId], countCalls[side], { params });
}

export function requestQuery(id: number) {
  return queryOptions({
    queryKey: [...serviceRequestKeys.request(id), 'itself'] as const,
    queryFn: (fetching) => call('GET /v1/service-requests/{id}', { params: { id }, ...readAs(fetching) }),
    gcTime: 0,
  });
}

export function timelineQuery(id: number) {
  return queryOptions({
    queryKey: [...serviceRequestKeys.request(id), 'timeline'] as const,
    queryFn: (fetching) => call('GET /v1/service-requests/{id}/timeline', { params: { id }, ...readAs(fetching) }),
    gcTime: 0,
  });
}

/** The text that a move would send now. */
export function moveTextQuery({ id, version }: ServiceRequest, newStatus: ServiceRequestStatus) {
  return callQuery(
    [...serviceRequestKeys.request(id), 'text', newStatus, version],
    'GET /v1/service-requests/{id}/transition/{newStatus}/text',
    { params: { id, newStatus }, gcTime: 0 },
  );
}

/**
 * The first read after opening a ticket counts as a view. Data is dropped on closing, so existing data means it is
 * open.
 */
function readAs({ client, queryKey, signal }: QueryFunctionContext) {
  const background = client.getQueryState(queryKey)?.data !== undefined;
  return { signal, query: background ? { background: 'true' as const } : {} };
}

export function memberRequestsQuery(memberId: number) {
  return callQuery(['service-requests', 'member', memberId], 'GET /v1/users/{id}/service-requests', {
    params: { id: memberId },
  });
}

export function assignmentsQuery(employeeId: number) {
  return callQuery(['service-requests', 'assignments', employeeId], 'GET /v1/users/{id}/service-request-assignments', {
    params: { id: employeeId },
  });
}

export function downloadRequestFile(id: number): Promise<Blob> {
  return download('GET /v1/service-requests/{id}/file', { params: { id } });
}

export function downloadCommentFile(noteId: number): Promise<Blob> {
  return download('GET /v1/notes/{id}/file', { params: { id: noteId } });
}

export function useCreateServiceRequest() {
  return useMutation({
    mutationFn: (input: { serviceRequest: NewServiceRequest; file: File | null; idempotencyKey: string }) =>
      call('POST /v1/service-requests', {
        parts: { serviceRequest: input.serviceRequest },
        file: input.file,
        idempotencyKey: input.idempotencyKey,
      }),
    onSuccess: () => void invalidate(serviceRequestKeys.all),
  });
}

export function useAssignServiceRequest(id: number) {
  return useMutation({
    about: (employeeId) => employeeId,
    mutationFn: (employeeId: number) =>
      call('POST /v1/service-requests/{id}/assign/{employeeId}', {
        params: { id, employeeId },
      }),
    onSuccess: (request: ServiceRequest) => {
      queryClient.setQueryData(requestQuery(id).queryKey, request);
      return invalidate(serviceRequestKeys.all);
    },
  });
}

/** Moves many requests in one call. Single moves are in move-service-request.ts. */
export function bulkMove(
  ids: number[],
  status: BoardStatus,
  more: { from?: ServiceRequestStatus; undo?: boolean; outcome?: ChosenOutcome } = {},
) {
  return call('POST /v1/service-requests/transition/{status}', {
    params: { status },
    body: { serviceRequestIds: ids, status, ...more },
  });
}
