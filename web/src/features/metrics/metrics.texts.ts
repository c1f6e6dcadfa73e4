import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { ListFilter } from './metrics-url.ts';

export const metricTexts = {
  title: 'Service Requests / Dashboard',
  hint: 'Select a number to see its requests.',
  sentCompleted: 'Total Service Requests Completed',
  receivedCompleted: 'Inbound Service Requests Completed',
  received: 'Service Requests Received',
  membersReferred: 'Members referred',
  programming: 'Programming',
  conversion: 'Conversion Rates',
  conversionOf: 'Referral To Completed',
  funnel: 'Received requests that reached each status',
  outcomes: 'Outcomes',
  peopleHelped: 'People helped',
  helpedAfterSecondTry: 'Helped after a second try',
  sentInTime: 'Accepted within the promise: sent',
  receivedInTime: 'Accepted within the promise: received',
  reasons: 'Why requests ended',
  noOutcomes: 'No request of this period ended with an outcome yet.',
  receivedTimes: 'How soon we respond',
  sentTimes: 'How soon partners respond',
  noServices: 'Your organization has no services yet. Admins can add them on the Account page.',
  empty: 'No requests in this period or the one before.',
  nobody: 'No requests in this period.',
} as const;

/** The title of a list behind a number: 'Received requests, completed'. */
export function listTitle(filter: ListFilter, sample: ServiceRequest | undefined): string {
  const { side, per, completed, open, measured, outcome, promise, reached, serviceId, partnerId } = filter;
  if (per === 'member' && outcome) {
    return filter.secondTry ? metricTexts.helpedAfterSecondTry : metricTexts.peopleHelped;
  }
  if (per === 'member') return side === 'outgoing' ? 'Members referred' : 'Members served';
  if (per === 'organization') return side === 'outgoing' ? 'Agencies referred to' : 'Referring agencies';
  const words = [
    side === 'outgoing' ? 'Requests sent' : 'Requests received',
    reached && ` that reached ${serviceRequestStatusLabels[reached]}`,
    measured === 'first-response' && ' with a first response',
    measured === 'completion' && ' with a time to completion',
    partnerId &&
      sample &&
      (side === 'outgoing' ? ` to ${sample.service.organization.name}` : ` from ${sample.organization.name}`),
    promise === 'kept' && ' accepted within the promise',
    promise === 'missed' && ' not accepted within the promise',
    outcome && `, ended with ${outcomeLabel(outcome)}`,
    completed && ', completed',
    open && ', still open',
    serviceId && sample && `: ${sample.service.name}`,
  ];
  return words.filter(Boolean).join('');
}

/** Why a list is shorter than expected. */
export function listNote({ per }: ListFilter): string | null {
  if (per === 'member') return 'One row for each member: the latest request.';
  if (per === 'organization') return 'One row for each organization: the latest request.';
  return null;
}
