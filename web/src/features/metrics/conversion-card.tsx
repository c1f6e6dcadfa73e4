import { percentOf } from '@kinbridge/contract/metrics/metric-periods';
import { formatPercent, pointsChange } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { ChangeMark } from './change-mark.tsx';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import { NumberLink } from './number-link.tsx';

/** How many requests were completed in either direction, and how far received ones got. */
export function ConversionCard({ dashboard }: { dashboard: Dashboard }) {
  const { conversion, sentCompleted, receivedCompleted, funnel, from, to } = dashboard;
  const whole = funnel[0]?.count ?? 0;
  return (
    <SectionCard title={metricTexts.conversion} note={<span className="dimmed">{metricTexts.conversionOf}</span>}>
      <div className="px-md pb-14 pt-sm border-top">
        <div className="gap-sm grid cols-2">
          <Rate
            label="Sent"
            side="outgoing"
            rate={conversion.sent}
            completed={sentCompleted}
            open={dashboard.sentOpen}
            dashboard={dashboard}
          />
          <Rate
            label="Received"
            side="incoming"
            rate={conversion.received}
            completed={receivedCompleted}
            open={dashboard.receivedOpen}
            dashboard={dashboard}
          />
        </div>
        <table className={`mt-14 table numbers ${classes.funnel}`}>
          <caption>{metricTexts.funnel}</caption>
          <tbody>
            {funnel.map(({ status, count }) => (
              <tr key={status}>
                <th scope="row">{serviceRequestStatusLabels[status]}</th>
                <td data-cell="bar">
                  <svg className={`block w-full ${classes.funnelBar}`} aria-hidden="true">
                    <rect
                      className="bar-teal"
                      width={`${whole === 0 ? 0 : (count / whole) * 100}%`}
                      height="18"
                      rx="4"
                    />
                  </svg>
                </td>
                <td data-cell="count">
                  <NumberLink value={count} filter={{ side: 'incoming', reached: status, from, to }} />
                </td>
                <td data-cell="percent">{formatPercent(percentOf(count, whole))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}

interface RateProps {
  label: string;
  side: 'outgoing' | 'incoming';
  rate: Dashboard['conversion']['sent'];
  completed: Dashboard['agenciesReferredTo'];
  open: Dashboard['sentOpen'];
  dashboard: Dashboard;
}

function Rate({ label, side, rate, completed, open, dashboard }: RateProps) {
  const { from, to, previousFrom, previousTo } = dashboard;
  const list = { side, completed: 'true' } as const;
  const { value, previousValue, closedValue, previousClosedValue } = rate;
  return (
    <div>
      <div className={classes.beneath}>{label}</div>
      <div className="gap-x-10 flex items-baseline wrap">
        <span className={classes.number}>
          <NumberLink value={completed.value} text={formatPercent(value)} filter={{ ...list, from, to }} />
        </span>
      </div>
      {open.value > 0 && (
        <div className={classes.beneath}>
          <NumberLink value={open.value} filter={{ side, open: 'true', from, to }} /> still open
        </div>
      )}
      {closedValue !== null && (
        <div className={`gap-x-xs flex items-baseline wrap text-sm numbers ${classes.closed}`}>
          {formatPercent(closedValue)} of closed requests
          <span>
            <ChangeMark change={pointsChange(closedValue, previousClosedValue)} />
            {previousClosedValue !== null && ` from ${formatPercent(previousClosedValue)}`}
          </span>
        </div>
      )}
      <div className={classes.beneath}>
        <NumberLink
          value={completed.previousValue}
          text={previousValue === null ? 'No data' : formatPercent(previousValue)}
          filter={{ ...list, from: previousFrom, to: previousTo }}
        />{' '}
        in the previous period
      </div>
    </div>
  );
}
