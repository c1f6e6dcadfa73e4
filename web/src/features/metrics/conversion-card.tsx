import { percentOf } from '@kinbridge/contract/metrics/metric-periods';
import { formatPercent, pointsChange } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { ChangeMark } from './change-mark.tsx';
import { Figure } from './figure.tsx';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import { NumberLink } from './number-link.tsx';

/** How many requests were completed in either direction, and how far received ones got. */
export function ConversionCard({ dashboard }: { dashboard: Dashboard }) {
  const { conversion, sentCompleted, receivedCompleted, sentOpen, receivedOpen, funnel } = dashboard;
  const whole = funnel[0]?.count ?? 0;
  return (
    <SectionCard title={metricTexts.conversion} note={<span className="dimmed">{metricTexts.conversionOf}</span>}>
      <div className="px-md pb-14 pt-sm border-top">
        <div className="gap-sm grid cols-2">
          <Rate label="Sent" side="outgoing" rate={conversion.sent} completed={sentCompleted} open={sentOpen} />
          <Rate
            label="Received"
            side="incoming"
            rate={conversion.received}
            completed={receivedCompleted}
            open={receivedOpen}
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
                  <NumberLink value={count} filter={{ side: 'incoming', reached: status }} />
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
}

function Rate({ label, side, rate, completed, open }: RateProps) {
  const { value, previousValue, closedValue, previousClosedValue } = rate;
  return (
    <div>
      <Figure
        label={<div className={classes.beneath}>{label}</div>}
        number={completed}
        filter={{ side, completed: 'true' }}
        text={formatPercent(value)}
        previousText={previousValue === null ? 'No data' : formatPercent(previousValue)}
      >
        {open.value > 0 && (
          <div className={classes.beneath}>
            <NumberLink value={open.value} filter={{ side, open: 'true' }} /> still open
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
      </Figure>
    </div>
  );
}
