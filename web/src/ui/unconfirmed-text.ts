import { unconfirmedSince } from '@kinbridge/contract/services/service-match';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { formatDate } from '../lib/dates.ts';

/** 'Not confirmed since Aug 1, 2026' for a listing that nobody confirmed for 90 days; null for others. */
export function unconfirmedText(service: Pick<Service, 'confirmedTimestamp'>, now: number): string | null {
  const since = unconfirmedSince(service, new Date(now));
  return since && `Not confirmed since ${formatDate(since)}`;
}
