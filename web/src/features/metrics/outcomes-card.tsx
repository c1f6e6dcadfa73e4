import { changeOf, formatPercent, pointsChange } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { Figure } from './figure.tsx';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import { NumberLink } from './number-link.tsx';
import { ReasonsTable } from './reasons-table.tsx';

/** Who was helped, whether promises were kept, and why requests ended. */
export function OutcomesCard({ dashboard }: { dashboard: Dashboard }) {
  const { peopleHelped, helpedAfterSecondTry, withinPromise } = dashboard.outcomes;
  return (
    <SectionCard title={metricTexts.outcomes}>
      <div className="px-md pb-14 pt-sm border-top">
        <div className={`gap-sm grid ${classes.outcomeNumbers}`}>
          <div>
            <Figure
              label={<div className={classes.beneath}>{metricTexts.peopleHelped}</div>}
              number={peopleHelped}
              filter={{ side: 'both', per: 'member', outcome: 'HELPED' }}
              change={changeOf(peopleHelped.value, peopleHelped.previousValue)}
            />
          </div>
          <div>
            <Figure
              label={<div className={classes.beneath}>{metricTexts.helpedAfterSecondTry}</div>}
              number={helpedAfterSecondTry}
              filter={{ side: 'outgoing', per: 'member', outcome: 'HELPED', secondTry: 'true' }}
              change={changeOf(helpedAfterSecondTry.value, helpedAfterSecondTry.previousValue)}
            />
          </div>
          <InTime
            label={metricTexts.sentInTime}
            side="outgoing"
            value={withinPromise.sent}
            previousValue={withinPromise.previousSent}
          />
          <InTime
            label={metricTexts.receivedInTime}
            side="incoming"
            value={withinPromise.received}
            previousValue={withinPromise.previousReceived}
          />
        </div>
        <ReasonsTable dashboard={dashboard} />
      </div>
    </SectionCard>
  );
}

interface InTimeProps {
  label: string;
  side: 'outgoing' | 'incoming';
  value: number | null;
  previousValue: number | null;
}

function InTime({ label, side, value, previousValue }: InTimeProps) {
  const missed = value === null ? 0 : 100 - value;
  return (
    <div>
      <Figure
        label={<div className={classes.beneath}>{label}</div>}
        number={{ value: value ?? 0, previousValue: previousValue ?? 0 }}
        filter={{ side, promise: 'kept' }}
        text={formatPercent(value)}
        previousText={previousValue === null ? 'No data' : formatPercent(previousValue)}
        change={pointsChange(value, previousValue)}
      >
        {missed > 0 && (
          <div className={classes.beneath}>
            <NumberLink value={missed} text={formatPercent(missed)} filter={{ side, promise: 'missed' }} /> not in time
          </div>
        )}
      </Figure>
    </div>
  );
}
