import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { formatLongDateTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import { IconClockExclamation } from '../../ui/icons/icons.ts';
import { usePointedTooltip } from '../../ui/popover/use-pointed-tooltip.tsx';
import classes from './time-in-status.module.css';
import { isOverdue, shortDuration, spokenDuration } from './time-in-status-text.ts';

type Waiting = Pick<ServiceRequest, 'status' | 'statusTimestamp'>;

/** How long a request has been in its status: red after 48 hours, with the exact time in a tooltip. */
export function TimeInStatus({ request, suffix }: { request: Waiting; suffix?: string }) {
  const ms = useNow() - Date.parse(request.statusTimestamp);
  const overdue = isOverdue(request.status, ms);
  const [pointing, tooltip] = usePointedTooltip(() => `Since ${formatLongDateTime(request.statusTimestamp)}`, {
    touch: true,
  });
  return (
    <>
      <time
        className={classes.time}
        dateTime={request.statusTimestamp}
        data-overdue={overdue || undefined}
        {...pointing}
      >
        {overdue && <IconClockExclamation aria-hidden="true" />}
        <span aria-hidden="true">{shortDuration(ms)}</span>
        <span className={classes.spoken}>
          {spokenDuration(ms)}
          {overdue && ', longer than 48 hours'}
        </span>
        {suffix}
      </time>
      {tooltip}
    </>
  );
}
