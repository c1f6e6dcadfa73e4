import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import { counted } from '@kinbridge/contract/shared/counted';
import type { BoardSide } from './service-requests.api.ts';

export const boardTexts = {
  title: { outgoing: 'Outgoing Service Requests', incoming: 'Incoming Service Requests' },
  newReferral: 'New Member Referral',
  seeServices: 'See your services',
  search: 'Search Service Requests...',
  showCancelled: 'Show cancelled',
  mine: 'Mine',
  marks: {
    overdue: {
      label: 'Overdue',
      title: 'No overdue requests',
      text: 'Requests without a response by the promised time appear here.',
    },
    declined: {
      label: 'Declined',
      title: 'No declined requests',
      text: 'Requests that the other organization declined appear here.',
    },
    stalled: {
      label: 'Stalled',
      title: 'No stalled requests',
      text: 'Accepted requests appear here when the providing organization has done nothing on them for days.',
    },
  },
  nothingMine: {
    title: 'Nothing here is yours',
    text: 'Requests that you sent or that are assigned to you appear here.',
  },
  showAll: 'Show all requests',
  listFailed: 'Something went wrong. Please try again later',
  updated: 'Successfully updated status',
  undone: 'Move undone.',
  undoFailed: "We couldn't undo the move.",
  memberSaysNo: 'Member says no',
} as const;

export const moveTexts = {
  failed: "We couldn't update the status",
  pendingSends: 'Moving to Pending asks members by text if help arrived.',
  untexted: (names: string[]) => {
    const shown = names.slice(0, 3).join(', ');
    return `No text for ${shown}${names.length > 3 ? ` and ${counted(names.length - 3, 'other')}` : ''}, who can't get texts.`;
  },
  textTo: (firstName: string, others: number) =>
    others === 0
      ? `Text to ${firstName}`
      : `Text to ${firstName}. ${counted(others, 'other member gets', 'other members get')} their own.`,
  textFailed: "We couldn't load the text.",
  completedIsFinal: 'A completed request cannot be canceled or moved to any other status.',
} as const;

export function countedRequests(count: number): string {
  return counted(count, 'request');
}

export const reassignTexts = {
  title: 'Open requests',
  text: (firstName: string) => `${firstName} no longer works on these. Reassign them all in one step.`,
  label: 'Reassign to',
  nobody: 'Unassigned',
  staffFailed: "We couldn't load your employees. Reload the page to try again.",
  done: (count: number) => `${countedRequests(count)} reassigned.`,
  failed: "We couldn't reassign the requests.",
};

/** Texts for an empty board: nothing at all yet, or nothing in this tab. */
export function emptyTexts(side: BoardSide, status: ServiceRequestStatus, boardIsEmpty: boolean) {
  if (boardIsEmpty) {
    const text = {
      incoming:
        'When another organization refers a member to one of your services, the request appears here. You can also create one yourself.',
      outgoing: 'Requests you send for your members appear here, to your own services and to others.',
    }[side];
    return { title: 'No requests yet', text };
  }
  return emptyTabs[status];
}

const emptyTabs: Record<ServiceRequestStatus, { title: string; text: string }> = {
  REQUESTED: {
    title: 'No new requests',
    text: 'All requests have been opened. New ones will appear here.',
  },
  OPEN: { title: 'No open requests', text: 'Requests appear here when someone opens them for work.' },
  IN_PROGRESS: { title: 'No requests in progress', text: 'Requests appear here while someone works on them.' },
  PENDING: {
    title: 'No pending requests',
    text: 'Requests wait here for the member to answer the confirmation message.',
  },
  COMPLETED: { title: 'No completed requests', text: 'Requests that members confirmed or you completed appear here.' },
  CANCELLED: { title: 'No cancelled requests', text: 'You can reopen cancelled requests from here.' },
};
