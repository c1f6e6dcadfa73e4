import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth'];

/** The requests before this one, the first try first. */
export function earlierTries(
  { followsId }: Pick<ServiceRequest, 'followsId'>,
  known: ServiceRequest[],
): ServiceRequest[] {
  const before = known.find(({ id }) => id === followsId);
  return before ? [...earlierTries(before, known), before] : [];
}

/** 'Second try.' after one earlier request. */
export function tryText(earlier: number): string {
  return `${ordinals[earlier] ?? `${earlier + 1}th`} try.`;
}

type Ended = Pick<ServiceRequest, 'status' | 'outcome' | 'overdue'>;

/** How an earlier try ended, after its number: 'was declined: no capacity.' */
export function howItEnded({ status, outcome, overdue }: Ended): string {
  if (status === 'CANCELLED')
    return outcome ? `was declined: ${lowerFirst(outcomeLabel(outcome.code))}.` : 'was declined.';
  if (overdue) return 'got no response in time.';
  return `is now ${serviceRequestStatusLabels[status]}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
