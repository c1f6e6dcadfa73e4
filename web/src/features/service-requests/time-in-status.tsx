import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { formatDateTime, formatLongDateTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import { IconClockExclamation } from '../../ui/icons/icons.ts';
import { usePointedTooltip } from '../../ui/popover/use-pointed-tooltip.tsx';
import classes from './time-in-status.module.css';
import { markOf, shortDuration, spokenDuration } from './time-in-status-text.ts';

type Waiting = Pick<ServiceRequest, 'status' | 'statusTimestamp' | 'dueTimestamp' | 'overdue'>;

/** How long a request has been in its status: red if someone must look, with the exact times in a tooltip. */
export function TimeInStatus({ request, suffix }: { request: Waiting; suffix?: string }) {
  const ms = useNow() - Date.parse(request.statusTimestamp);
  const mark = markOf(request, ms);
  const [pointing, tooltip] = usePointedTooltip(() => timesOf(request), { touch: true });
  return (
    <>
      <time
        className={classes.time}
        dateTime={request.statusTimestamp}
        data-overdue={mark !== null || undefined}
        {...pointing}
      >
        {mark && <IconClockExclamation aria-hidden="true" />}
        <span aria-hidden="true">{shortDuration(ms)}</span>
        <span className="unseen">
          {spokenDuration(ms)}
          {mark && `, ${mark}`}
        </span>
        {suffix}
      </time>
      {tooltip}
    </>
  );
}

function timesOf({ statusTimestamp, dueTimestamp }: Waiting): string {
  const since = `Since ${formatLongDateTime(statusTimestamp)}`;
  return dueTimestamp ? `${since}. Response due ${formatLongDateTime(dueTimestamp)}` : since;
}

/** When a response is due: the day and time, red once it has passed, with how long it has waited in a tooltip. */
export function DueTime({ request }: { request: Waiting }) {
  const { dueTimestamp, overdue } = request;
  const [pointing, tooltip] = usePointedTooltip(() => timesOf(request), { touch: true });
  if (dueTimestamp === null) return '–';
  return (
    <>
      <time className={classes.time} dateTime={dueTimestamp} data-overdue={overdue || undefined} {...pointing}>
        {formatDateTime(dueTimestamp)}
        {overdue && <span className="unseen">, overdue</span>}
      </time>
      {tooltip}
    </>
  );
}
