import type { BoardPage, StatusCounts } from '@kinbridge/contract/service-requests/boards.contract';
import { isEndStatus } from '@kinbridge/contract/service-requests/outcomes';
import {
  allowedMoves,
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { ApiError, call } from '../../lib/api.ts';
import { dayKey, formatDateTime, formatTime } from '../../lib/dates.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { markMs, markRow } from './marked-rows.ts';
import type { ChosenOutcome } from './outcome-draft.ts';
import {
  type BoardSearch,
  type BoardSide,
  moveKey,
  requestQuery,
  serviceRequestKeys,
  timelineQuery,
} from './service-requests.api.ts';
import { offerUndo } from './undo-move.ts';

interface Move {
  request: ServiceRequest;
  to: ServiceRequestStatus;
  outcome?: ChosenOutcome | undefined;
}

/** Why a move failed: someone else was faster (who and when), or the call failed. */
export interface MoveRefusal {
  quicker: boolean;
  sentence: string;
  /** The request version that this is about. */
  version: number;
}

/**
 * Moves one request. The boards, the counts and the request show it immediately. A refusal restores everything, or
 * shows the fresh state if someone else was faster; it highlights the row and calls `onRefused`.
 */
export function useMoveServiceRequest(onRefused: (request: ServiceRequest, refusal: MoveRefusal) => void) {
  return useMutation({
    mutationKey: moveKey,
    about: ({ request }) => request.id,
    mutationFn: ({ request, to, outcome }: Move) =>
      call('POST /v1/service-requests/{id}/transition/{newStatus}', {
        params: { id: request.id, newStatus: to },
        body: { version: request.version, ...(outcome && { outcome }) },
      }),
    onMutate: async (move: Move) => {
      await queryClient.cancelQueries({ queryKey: serviceRequestKeys.all });
      const before = queryClient.getQueriesData({ queryKey: serviceRequestKeys.all });
      showMoved(move);
      return { before };
    },
    onSuccess: (moved, { request, to }) => {
      queryClient.setQueryData(requestQuery(moved.id).queryKey, moved);
      void invalidate(serviceRequestKeys.all);
      const message = `#${moved.id} moved to ${serviceRequestStatusLabels[to]}`;
      offerUndo([{ id: moved.id, from: request.status }], to, message);
    },
    onError: async (error, { request }, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
      const current = currentOf(error);
      markRow(request.id);
      if (!current) {
        onRefused(request, { quicker: false, sentence: error.message, version: request.version });
        void invalidate(serviceRequestKeys.all);
        return;
      }
      showFresh(current, () => true);
      const sentence = await whoMoved(request, current, error);
      onRefused(request, { quicker: true, sentence, version: current.version });
      // The row stays in place while highlighted, even if it belongs elsewhere by now.
      setTimeout(() => void invalidate(serviceRequestKeys.all), markMs);
    },
  });
}

/** The fresh request in the response to a move that came too late. */
function currentOf(error: Error): ServiceRequest | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return (error.body as { current?: ServiceRequest }).current ?? null;
}

/** 'Owen Birch at Lantern House moved #4814 to In Progress before you, at 9:02 AM.' */
async function whoMoved(before: ServiceRequest, current: ServiceRequest, error: Error): Promise<string> {
  const timeline = await queryClient.fetchQuery({ ...timelineQuery(current.id), staleTime: 0 }).catch(() => []);
  if (current.memberSaysNo && !before.memberSaysNo) {
    const answer = timeline.findLast(({ kind, detail }) => kind === 'message' && detail.isReceived);
    return `The member answered NO to #${current.id}${answer ? ` ${when(answer.at)}` : ''}.`;
  }
  const last = timeline.findLast(({ kind }) => kind === 'moved' || kind === 'assigned');
  if (!last) return error.message;
  const who = last.actor
    ? `${fullName(last.actor)}${last.organization ? ` at ${last.organization.name}` : ''}`
    : 'The member';
  if (last.kind === 'assigned') {
    return `${who} assigned #${current.id} before you, ${when(last.at)}. Please check it again.`;
  }
  const moved = last.detail.undo ? 'moved back' : 'moved';
  return `${who} ${moved} #${current.id} to ${serviceRequestStatusLabels[current.status]} before you, ${when(last.at)}.`;
}

function when(at: string): string {
  return dayKey(at) === dayKey(new Date()) ? `at ${formatTime(at)}` : `on ${formatDateTime(at)}`;
}

function showMoved({ request, to, outcome }: Move): void {
  const now = new Date().toISOString();
  const moved: ServiceRequest = {
    ...request,
    status: to,
    statusTimestamp: now,
    completeTimestamp: to === 'COMPLETED' ? now : null,
    outcome: outcome ? { note: null, ...outcome, by: 'staff', timestamp: now } : null,
    memberSaysNo: false,
    ...clockAfter(request, to),
    allowedMoves: [...allowedMoves(to, request.assignee !== null)],
  };
  showFresh(moved, (search) => belongs(moved, search));
  for (const [key, counts] of queryClient.getQueriesData<StatusCounts>({ queryKey: serviceRequestKeys.allCounts })) {
    const [, , side, organizationId] = key as [string, string, BoardSide, number];
    const own = side === 'incoming' ? request.service.organizationId : request.organizationId;
    if (!counts || own !== organizationId) continue;
    queryClient.setQueryData(key, {
      ...counts,
      [request.status]: Math.max(0, counts[request.status] - 1),
      [to]: counts[to] + 1,
      overdue: Math.max(0, counts.overdue - (request.overdue && !moved.overdue ? 1 : 0)),
      stalled: Math.max(0, counts.stalled - (request.stalled && !moved.stalled ? 1 : 0)),
    });
  }
}

/** The end stops every clock. Otherwise the server says what stops, since only the providing side does. */
function clockAfter({ dueTimestamp, overdue, stalled }: ServiceRequest, to: ServiceRequestStatus) {
  return isEndStatus(to) ? { dueTimestamp: null, overdue: false, stalled: false } : { dueTimestamp, overdue, stalled };
}

function belongs(request: ServiceRequest, { status, name, mark }: BoardSearch): boolean {
  if (mark && mark !== 'declined' && !request[mark]) return false;
  return status === null || status === request.status || (name !== '' && request.status === 'CANCELLED');
}

/** Updates a request wherever it is shown; where it no longer belongs, its row is removed. */
function showFresh(request: ServiceRequest, stays: (search: BoardSearch) => boolean): void {
  queryClient.setQueryData(requestQuery(request.id).queryKey, (known) => known && request);
  for (const [key, page] of queryClient.getQueriesData<BoardPage>({ queryKey: serviceRequestKeys.boards })) {
    if (!page?.content.some(({ id }) => id === request.id)) continue;
    const kept = stays(key[4] as BoardSearch);
    queryClient.setQueryData<BoardPage>(key, {
      ...page,
      content: kept
        ? page.content.map((row) => (row.id === request.id ? request : row))
        : page.content.filter((row) => row.id !== request.id),
      totalElements: page.totalElements - (kept ? 0 : 1),
    });
  }
}
