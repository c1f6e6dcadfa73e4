import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import type { Icon } from '../../../ui/icons/create-icon.ts';
import { IconClockExclamation, IconInfoCircle, IconMessageX } from '../../../ui/icons/icons.ts';
import { IconMessageOff } from '../../../ui/icons/later-icons.ts';
import { reviewTexts } from '../review.texts.ts';
import classes from './review-marks.module.css';

/** What to know before acting: that nobody takes care of it, a response that is overdue, the member's NO, and why no text will be sent. */
export function ReviewAlerts({ request }: { request: ServiceRequest }) {
  const { patient, smsBlockedReason, memberSaysNo, overdue, dueTimestamp, stalled, unavailable } = request;
  return (
    <>
      {unavailable && (
        <Mark icon={IconInfoCircle} alert>
          <strong>{reviewTexts.unavailable[unavailable](request)}</strong> {reviewTexts.nobodyThere}
        </Mark>
      )}
      {stalled && (
        <Mark icon={IconClockExclamation} alert>
          <strong>Stalled.</strong> {reviewTexts.stalled(request.service.organization.name)}
        </Mark>
      )}
      {overdue && dueTimestamp && (
        <Mark icon={IconClockExclamation} alert>
          <strong>Overdue.</strong>{' '}
          {reviewTexts.promised(request.service.organization.name, formatDateTime(dueTimestamp))}
        </Mark>
      )}
      {memberSaysNo && (
        <Mark icon={IconMessageX} alert>
          <strong>{reviewTexts.saysNo(patient.firstName)}</strong>
        </Mark>
      )}
      {isUnderWay(request) && smsBlockedReason && (
        <Mark icon={IconMessageOff} alert>
          <strong>{reviewTexts.notTexted(patient.firstName)}</strong> {smsBlockedReason}
        </Mark>
      )}
    </>
  );
}

/** Specification §4: what a move does. */
export function ReviewTips({ request }: { request: ServiceRequest }) {
  const final = request.status === 'PENDING' || request.status === 'COMPLETED';
  return (
    <>
      {isUnderWay(request) && <Mark icon={IconInfoCircle}>{reviewTexts.tipPending}</Mark>}
      {final && <Mark icon={IconInfoCircle}>{reviewTexts.tipCompleted}</Mark>}
    </>
  );
}

function isUnderWay({ status }: ServiceRequest): boolean {
  return status !== 'COMPLETED' && status !== 'CANCELLED';
}

export function Mark({
  icon: MarkIcon,
  alert = false,
  children,
}: {
  icon: Icon;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <p className={`gap-xs m-0 mt-10 flex text-xs line-16 dimmed ${classes.mark}`} data-alert={alert || undefined}>
      <MarkIcon className="mt-1 fixed" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
