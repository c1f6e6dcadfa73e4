/** Specification §4: the statuses of a service request, with the words on the screen. */
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

/** The tabs of the boards, and the targets of the bulk move: every status but Cancelled. */
export const boardStatuses = ['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED'] as const;
export type BoardStatus = (typeof boardStatuses)[number];

/** The way a request usually goes; the funnel and the path in the review dialog follow it. */
export const statusPath = boardStatuses;

const moves: Record<Exclude<ServiceRequestStatus, 'CANCELLED'>, readonly ServiceRequestStatus[]> = {
  REQUESTED: ['OPEN', 'CANCELLED'],
  OPEN: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['PENDING', 'CANCELLED'],
  PENDING: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
};

/** Specification §4, the table of moves. A cancelled request comes back to whoever it was assigned to. */
export function allowedMoves(status: ServiceRequestStatus, hasAssignee: boolean): readonly ServiceRequestStatus[] {
  if (status === 'CANCELLED') return [hasAssignee ? 'OPEN' : 'REQUESTED'];
  return moves[status];
}

/** Why the bulk move leaves a request as it is; null when it moves. */
export function bulkMoveRefusal(status: ServiceRequestStatus, target: BoardStatus): string | null {
  if (status === 'COMPLETED') return 'already completed, which is final';
  if (status === 'CANCELLED') return 'cancelled; open the ticket to reopen it';
  if (status === target) return `already ${serviceRequestStatusLabels[target]}`;
  return null;
}

/** Moves that ask first and cannot be undone: they send a message, or end the matter. */
export function asksFirst(target: ServiceRequestStatus): boolean {
  return target === 'PENDING' || target === 'COMPLETED' || target === 'CANCELLED';
}

/** Specification §9: whoever waits longer than this in one status is marked. */
export const overdueHours = 48;

export function moveRefusedSentence(status: ServiceRequestStatus, allowed: readonly ServiceRequestStatus[]): string {
  const label = serviceRequestStatusLabels[status];
  if (allowed.length === 0) return `This request is ${label}, which is final: it cannot be moved or cancelled.`;
  const names = allowed.map((move) => serviceRequestStatusLabels[move]).join(' or ');
  return `This request is ${label} and can only be moved to ${names}.`;
}
