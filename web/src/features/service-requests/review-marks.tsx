import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { type Icon, IconInfoCircle, IconMessageOff, IconMessageX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './review-marks.module.css';
import { reviewTexts } from './service-requests.review.texts.ts';

/** What one should know before acting: the member's NO, why no text will go out, and what a move brings with it. */
export function ReviewMarks({ request }: { request: ServiceRequest }) {
  const { status, patient, smsBlockedReason, memberSaysNo } = request;
  const underWay = status !== 'COMPLETED' && status !== 'CANCELLED';
  return (
    <>
      {memberSaysNo && (
        <Mark icon={IconMessageX} alert>
          <strong>{reviewTexts.saysNo(patient.firstName)}</strong>
        </Mark>
      )}
      {underWay && smsBlockedReason && (
        <Mark icon={IconMessageOff} alert>
          <strong>{reviewTexts.notTexted(patient.firstName)}</strong> {smsBlockedReason}
        </Mark>
      )}
      {underWay && <Mark icon={IconInfoCircle}>{reviewTexts.tipPending}</Mark>}
      {(status === 'PENDING' || status === 'COMPLETED') && (
        <Mark icon={IconInfoCircle}>{reviewTexts.tipCompleted}</Mark>
      )}
    </>
  );
}

function Mark({ icon: MarkIcon, alert = false, children }: { icon: Icon; alert?: boolean; children: ReactNode }) {
  return (
    <p className={classes.mark} data-alert={alert || undefined}>
      <MarkIcon size={15} stroke={1.7} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
