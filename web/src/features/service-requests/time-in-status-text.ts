import { overdueHours } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { counted } from '@kinbridge/contract/shared/counted';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A duration in the shortest form: 5m, 9h, 1d 20h, 12d. */
export function shortDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h`;
  const days = Math.floor(hours / 24);
  const rest = hours % 24;
  return rest === 0 || days >= 10 ? `${days}d` : `${days}d ${rest}h`;
}

/** The same in words, for tooltips and screen readers. */
export function spokenDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 60) return counted(minutes, 'minute');
  if (hours < 24) return counted(hours, 'hour');
  return hours % 24 === 0 || days >= 10
    ? counted(days, 'day')
    : `${counted(days, 'day')} and ${counted(hours % 24, 'hour')}`;
}

/**
 * Why someone must look: no response by the promised time, or over 48 hours in one status. Finished requests never have
 * a mark.
 */
export function markOf({ status, overdue }: Pick<ServiceRequest, 'status' | 'overdue'>, ms: number): string | null {
  if (overdue) return 'overdue';
  if (status === 'REQUESTED') return null;
  const isStuck = status !== 'COMPLETED' && status !== 'CANCELLED' && ms > overdueHours * hourMs;
  return isStuck ? 'longer than 48 hours' : null;
}
