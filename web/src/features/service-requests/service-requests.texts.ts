import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { BoardSide } from './service-requests.api.ts';

export const boardTexts = {
  title: { outgoing: 'Outgoing Service Requests', incoming: 'Incoming Service Requests' },
  newReferral: 'New Member Referral',
  seeServices: 'See your services',
  search: 'Search Service Requests...',
  showCancelled: 'Show cancelled',
  updated: 'Successfully updated status',
  undone: 'The move was undone.',
  undoFailed: 'The move could not be undone.',
  memberSaysNo: 'Member says no',
} as const;

export const moveTexts = {
  failed: 'The status was not updated',
  pendingSends: 'Moving to Pending sends each member a confirmation message.',
  completedIsFinal: 'A completed request cannot be canceled or moved to any other status.',
} as const;

export function countedRequests(count: number): string {
  return count === 1 ? '1 request' : `${count.toLocaleString('en-US')} requests`;
}

export const reassignTexts = {
  title: 'Open requests',
  text: (firstName: string) => `${firstName} no longer works on these. Hand them all over in one step.`,
  label: 'Hand over to',
  nobody: 'Nobody for now',
  staffFailed: 'Your employees could not be loaded. Please reload the page.',
  done: (count: number) => `${countedRequests(count)} reassigned.`,
  failed: 'The requests were not reassigned.',
};

/** What an empty board says: nothing at all yet, or nothing in this tab. */
export function emptyTexts(side: BoardSide, status: ServiceRequestStatus, boardIsEmpty: boolean) {
  if (boardIsEmpty) {
    const text = {
      incoming:
        'When another organization refers a member to one of your services, the request lands here. You can also start one yourself.',
      outgoing: 'Requests that you send for your members, to your own services or to others, are followed here.',
    }[side];
    return { title: 'No requests yet', text };
  }
  return emptyTabs[status];
}

const emptyTabs: Record<ServiceRequestStatus, { title: string; text: string }> = {
  REQUESTED: {
    title: 'No new requests',
    text: 'Every request has been looked at. New ones appear here by themselves.',
  },
  OPEN: { title: 'No open requests', text: 'A request comes here once somebody takes it on.' },
  IN_PROGRESS: { title: 'No requests in progress', text: 'A request comes here while somebody works on it.' },
  PENDING: {
    title: 'No pending requests',
    text: 'A request waits here after the confirmation message, until the member answers.',
  },
  COMPLETED: { title: 'No completed requests', text: 'What members confirmed, and what you completed, is kept here.' },
  CANCELLED: { title: 'No cancelled requests', text: 'Requests that were cancelled can be reopened from here.' },
};
