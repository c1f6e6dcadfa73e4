/** Specification §4: the request statuses with their labels. */
export const serviceRequestStatusLabels = {
  REQUESTED: 'Requested',
  OPEN: 'Open',
  IN_PROGRESS: 'In Progress',
  PENDING: 'Pending',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
} as const;

export type ServiceRequestStatus = keyof typeof serviceRequestStatusLabels;

export const serviceRequestStatuses = Object.keys(serviceRequestStatusLabels) as [
  ServiceRequestStatus,
  ...ServiceRequestStatus[],
];

/** The board tabs and bulk move targets: every status except Cancelled. */
export const boardStatuses = ['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED'] as const;
export type BoardStatus = (typeof boardStatuses)[number];

/** The usual path of a request, as in the funnel and the review dialog. */
export const statusPath = boardStatuses;

const moves: Record<Exclude<ServiceRequestStatus, 'CANCELLED'>, readonly ServiceRequestStatus[]> = {
  REQUESTED: ['OPEN', 'CANCELLED'],
  OPEN: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['PENDING', 'CANCELLED'],
  PENDING: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
};

/** Specification §4, the table of moves. A reopened request returns to its assignee. */
export function allowedMoves(status: ServiceRequestStatus, hasAssignee: boolean): readonly ServiceRequestStatus[] {
  if (status === 'CANCELLED') return [hasAssignee ? 'OPEN' : 'REQUESTED'];
  return moves[status];
}

/** Why the bulk move skips a request; null if it moves. */
export function bulkMoveRefusal(status: ServiceRequestStatus, target: BoardStatus): string | null {
  if (status === 'COMPLETED') return 'already completed, which is final';
  if (status === 'CANCELLED') return 'cancelled; open the ticket to reopen it';
  if (status === target) return `already ${serviceRequestStatusLabels[target]}`;
  return null;
}

/** Moves that need confirmation and can't be undone: they send a message or end the request. */
export function asksFirst(target: ServiceRequestStatus): boolean {
  return target === 'PENDING' || target === 'COMPLETED' || target === 'CANCELLED';
}

/** Specification §9: requests longer than this in one status are marked. */
export const overdueHours = 48;

export function moveRefusedSentence(status: ServiceRequestStatus, allowed: readonly ServiceRequestStatus[]): string {
  const label = serviceRequestStatusLabels[status];
  if (allowed.length === 0) return `This request is ${label}, which is final: it cannot be moved or cancelled.`;
  const names = allowed.map((move) => serviceRequestStatusLabels[move]).join(' or ');
  return `This request is ${label} and can only be moved to ${names}.`;
}
