import type { BoardSortField } from '@kinbridge/contract/service-requests/board-sort-fields';
import type { BoardStatus, ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { NewServiceRequest, ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import {
  keepPreviousData,
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { call, download } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import type { ChosenOutcome } from './outcome-draft.ts';

// Imports only types from the contract: the side menu counts requests and must not load schemas.

export type BoardSide = 'outgoing' | 'incoming';

export interface BoardSearch {
  /** Null for the whole board, including cancelled requests. */
  status: ServiceRequestStatus | null;
  /** Counted from 0. */
  page: number;
  size: number;
  sort: { field: BoardSortField; descending: boolean };
  /** The search text. Cancelled requests are found in every tab. */
  name: string;
  /** Only requests that wait for a response after its due time. */
  overdue: boolean;
}

/** All request data shares one key prefix, so that one call can invalidate all of it. */
export const serviceRequestKeys = {
  all: ['service-requests'] as const,
  boards: ['service-requests', 'board'] as const,
  board: (side: BoardSide, organizationId: number, search: BoardSearch) =>
    ['service-requests', 'board', side, organizationId, search] as const,
  allCounts: ['service-requests', 'counts'] as const,
  counts: (side: BoardSide, organizationId: number) => ['service-requests', 'counts', side, organizationId] as const,
  /** One request with everything attached to it. */
  request: (id: number) => ['service-requests', 'request', id] as const,
  ofMember: (memberId: number) => ['service-requests', 'member', memberId] as const,
  assignments: (employeeId: number) => ['service-requests', 'assignments', employeeId] as const,
};

/** Identifies running moves: data read during one would show the state before it. */
export const moveKey = ['service-requests', 'move'] as const;

export function boardQuery(side: BoardSide, organizationId: number, search: BoardSearch) {
  return queryOptions({
    queryKey: serviceRequestKeys.board(side, organizationId, search),
    queryFn: ({ signal }) => fetchBoard(side, organizationId, search, signal),
    placeholderData: keepPreviousData,
  });
}

function fetchBoard(side: BoardSide, organizationId: number, search: BoardSearch, signal: AbortSignal) {
  const { status, page, size, sort, name, overdue } = search;
  const input = {
    params: { id: String(organizationId) },
    body: {
      page,
      size,
      sort: `${sort.field},${sort.descending ? 'desc' : 'asc'}`,
      ...(status && { status }),
      ...(overdue && { overdue: 'true' as const }),
      ...(name && { name, withCancelled: 'true' as const }),
    },
    signal,
  };
  return side === 'incoming'
    ? call('POST /v1/organizations/{id}/incoming-service-requests/search', input)
    : call('POST /v1/organizations/{id}/service-requests/search', input);
}

/** How many requests are in each status, for the tabs and the side menu. */
export function countsQuery(side: BoardSide, organizationId: number) {
  return queryOptions({
    queryKey: serviceRequestKeys.counts(side, organizationId),
    queryFn: ({ signal }) => {
      const input = { params: { id: String(organizationId) }, signal };
      return side === 'incoming'
        ? call('GET /v1/organizations/{id}/incoming-service-requests/counts', input)
        : call('GET /v1/organizations/{id}/service-requests/counts', input);
    },
  });
}

export function requestQuery(id: number) {
  return queryOptions({
    queryKey: [...serviceRequestKeys.request(id), 'itself'] as const,
    queryFn: (fetching) => call('GET /v1/service-requests/{id}', { params: { id: String(id) }, ...readAs(fetching) }),
    gcTime: 0,
  });
}

export function timelineQuery(id: number) {
  return queryOptions({
    queryKey: [...serviceRequestKeys.request(id), 'timeline'] as const,
    queryFn: (fetching) =>
      call('GET /v1/service-requests/{id}/timeline', { params: { id: String(id) }, ...readAs(fetching) }),
    gcTime: 0,
  });
}

/** The text that a move would send now. */
export function moveTextQuery({ id, version }: ServiceRequest, newStatus: ServiceRequestStatus) {
  return queryOptions({
    queryKey: [...serviceRequestKeys.request(id), 'text', newStatus, version] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/service-requests/{id}/transition/{newStatus}/text', {
        params: { id: String(id), newStatus },
        signal,
      }),
    gcTime: 0,
  });
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
  return queryOptions({
    queryKey: serviceRequestKeys.ofMember(memberId),
    queryFn: ({ signal }) => call('GET /v1/users/{id}/service-requests', { params: { id: String(memberId) }, signal }),
  });
}

export function assignmentsQuery(employeeId: number) {
  return queryOptions({
    queryKey: serviceRequestKeys.assignments(employeeId),
    queryFn: ({ signal }) =>
      call('GET /v1/users/{id}/service-request-assignments', { params: { id: String(employeeId) }, signal }),
  });
}

export function downloadRequestFile(id: number): Promise<Blob> {
  return download('GET /v1/service-requests/{id}/file', { params: { id: String(id) } });
}

export function downloadCommentFile(noteId: number): Promise<Blob> {
  return download('GET /v1/notes/{id}/file', { params: { id: String(noteId) } });
}

/** Refetches request data on the screen, and the rest when it is next shown. */
export function invalidateRequests(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: serviceRequestKeys.all });
}

export function useCreateServiceRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { serviceRequest: NewServiceRequest; file: File | null; idempotencyKey: string }) =>
      call('POST /v1/service-requests', {
        parts: { serviceRequest: input.serviceRequest },
        file: input.file,
        idempotencyKey: input.idempotencyKey,
      }),
    onSuccess: () => void invalidateRequests(client),
  });
}

export function useAssignServiceRequest(id: number) {
  const client = useQueryClient();
  return useMutation({
    about: (employeeId) => employeeId,
    mutationFn: (employeeId: number) =>
      call('POST /v1/service-requests/{id}/assign/{employeeId}', {
        params: { id: String(id), employeeId: String(employeeId) },
      }),
    onSuccess: (request: ServiceRequest) => {
      client.setQueryData(requestQuery(id).queryKey, request);
      return invalidateRequests(client);
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
