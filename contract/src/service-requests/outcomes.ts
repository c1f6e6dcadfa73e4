import { type ServiceRequestStatus, serviceRequestStatusLabels } from './service-request-status.ts';

/** How a request can end, by the status it ends in. */
export const outcomeLabels = {
  COMPLETED: { HELPED: 'Helped', PARTLY_HELPED: 'Partly helped', HELPED_ELSEWHERE: 'Helped elsewhere' },
  CANCELLED: {
    NO_CAPACITY: 'No capacity',
    NOT_ELIGIBLE: 'Not eligible',
    UNREACHABLE: "Couldn't reach the member",
    MEMBER_DECLINED: 'Member declined',
    WRONG_SERVICE: 'Wrong service',
    DUPLICATE: 'Duplicate',
    CONSENT_WITHDRAWN: 'Consent withdrawn',
    OTHER: 'Other',
  },
} as const;

export type EndStatus = keyof typeof outcomeLabels;
export type OutcomeCode = { [Status in EndStatus]: keyof (typeof outcomeLabels)[Status] }[EndStatus];

export const outcomeCodes = Object.values(outcomeLabels).flatMap((labels) => Object.keys(labels)) as [
  OutcomeCode,
  ...OutcomeCode[],
];

export function isEndStatus(status: ServiceRequestStatus): status is EndStatus {
  return status in outcomeLabels;
}

export function outcomeLabel(code: OutcomeCode): string {
  const labels: Partial<Record<OutcomeCode, string>> = { ...outcomeLabels.COMPLETED, ...outcomeLabels.CANCELLED };
  return labels[code] ?? code;
}

/** Why an outcome can't go with a move to this status; null if it can. */
export function outcomeRefusal(status: ServiceRequestStatus, code: OutcomeCode): string | null {
  if (!isEndStatus(status)) return 'Only requests that are completed or cancelled have an outcome.';
  if (code in outcomeLabels[status]) return null;
  return `A request that is ${serviceRequestStatusLabels[status]} can't have the outcome ${outcomeLabel(code)}.`;
}

export const outcomeActors = ['member', 'staff', 'system'] as const;
export const requestSources = ['STAFF', 'FORM', 'UPLOAD', 'SELF', 'EXCHANGE'] as const;
export type RequestSource = (typeof requestSources)[number];
