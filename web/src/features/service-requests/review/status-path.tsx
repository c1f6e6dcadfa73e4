import { serviceRequestStatusLabels, statusPath } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { IconCheck } from '../../../ui/icons/first-icons.ts';
import { IconCircleX } from '../../../ui/icons/icons.ts';
import { requestStatusLooks } from '../status-chip.tsx';
import { TimeInStatus } from '../time-in-status.tsx';
import type { momentsOf } from '../timeline/timeline-entries.ts';
import classes from './status-path.module.css';

interface StatusPathProps {
  request: ServiceRequest;
  /** When it entered each status, once known. */
  moments: ReturnType<typeof momentsOf>;
}

/** The five statuses of a request: completed, current and upcoming ones. */
export function StatusPath({ request, moments }: StatusPathProps) {
  const { status } = request;
  const cancelled = status === 'CANCELLED';
  const place = cancelled ? lastReached(moments) : statusPath.indexOf(status);
  return (
    <div className={classes.path} data-cancelled={cancelled || undefined}>
      <ol className={`list gap-2xs grid ${classes.steps}`} aria-label="Status">
        {statusPath.map((step, index) => {
          const standing = index === place && !cancelled ? 'here' : index <= place ? 'behind' : 'ahead';
          const { color, icon } = requestStatusLooks[step];
          const StepIcon = standing === 'behind' ? IconCheck : icon;
          return (
            <li
              key={step}
              data-standing={standing}
              aria-current={standing === 'here' ? 'step' : undefined}
              style={
                {
                  '--step': `var(--kb-chip-${color}-icon)`,
                  '--step-text': `var(--kb-chip-${color}-text)`,
                } as CSSProperties
              }
            >
              <span className={`row gap-6 line-20 label phone-unseen ${classes.step}`}>
                <StepIcon className="fixed dimmed" aria-hidden="true" />
                {serviceRequestStatusLabels[step]}
                <VisuallyHidden>
                  {standing === 'behind' ? ', done' : standing === 'ahead' ? ', to come' : ''}
                </VisuallyHidden>
              </span>
              <span className={`block text-xs line-16 dimmed phone-unseen ${classes.moment}`}>
                {standing === 'here' && step !== 'COMPLETED' ? (
                  <InStatus request={request} />
                ) : (
                  standing !== 'ahead' && momentIn(moments[step])
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <div className={`hidden ${classes.short}`} aria-hidden="true">
        <span>{cancelled ? 'Cancelled' : `Step ${place + 1} of ${statusPath.length}`}</span>
        {status === 'COMPLETED' || cancelled ? (
          <span>{formatDateTime(request.statusTimestamp)}</span>
        ) : (
          <InStatus request={request} />
        )}
      </div>
      {cancelled && (
        <p className={`gap-6 row text-xs label phone-hidden ${classes.cancelled}`}>
          <IconCircleX aria-hidden="true" />
          Cancelled {formatDateTime(request.statusTimestamp)}
        </p>
      )}
    </div>
  );
}

function InStatus({ request }: { request: ServiceRequest }) {
  return <TimeInStatus request={request} suffix="in this status" />;
}

function momentIn(moment: string | undefined) {
  return moment && <time dateTime={moment}>{formatDateTime(moment)}</time>;
}

function lastReached(moments: StatusPathProps['moments']): number {
  return statusPath.findLastIndex((step) => moments[step] !== undefined);
}
