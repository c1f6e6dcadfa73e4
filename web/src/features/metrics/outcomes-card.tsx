import { changeOf, formatPercent, pointsChange } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { ChangeMark } from './change-mark.tsx';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import type { ListFilter } from './metrics-url.ts';
import { NumberLink } from './number-link.tsx';
import { ReasonsTable } from './reasons-table.tsx';

/** Who was helped, whether promises were kept, and why requests ended. */
export function OutcomesCard({ dashboard }: { dashboard: Dashboard }) {
  const { peopleHelped, helpedAfterSecondTry, withinPromise } = dashboard.outcomes;
  return (
    <SectionCard title={metricTexts.outcomes}>
      <div className="px-md pb-14 pt-sm border-top">
        <div className={`gap-sm grid ${classes.outcomeNumbers}`}>
          <Helped
            label={metricTexts.peopleHelped}
            number={peopleHelped}
            list={{ side: 'both', per: 'member', outcome: 'HELPED' }}
            dashboard={dashboard}
          />
          <Helped
            label={metricTexts.helpedAfterSecondTry}
            number={helpedAfterSecondTry}
            list={{ side: 'outgoing', per: 'member', outcome: 'HELPED', secondTry: 'true' }}
            dashboard={dashboard}
          />
          <InTime
            label={metricTexts.sentInTime}
            side="outgoing"
            value={withinPromise.sent}
            previousValue={withinPromise.previousSent}
            dashboard={dashboard}
          />
          <InTime
            label={metricTexts.receivedInTime}
            side="incoming"
            value={withinPromise.received}
            previousValue={withinPromise.previousReceived}
            dashboard={dashboard}
          />
        </div>
        <ReasonsTable dashboard={dashboard} />
      </div>
    </SectionCard>
  );
}

interface HelpedProps {
  label: string;
  number: Dashboard['agenciesReferredTo'];
  list: Omit<ListFilter, 'from' | 'to'>;
  dashboard: Dashboard;
}

function Helped({ label, number: { value, previousValue }, list, dashboard }: HelpedProps) {
  const { from, to, previousFrom, previousTo } = dashboard;
  return (
    <div>
      <div className={classes.beneath}>{label}</div>
      <div className="gap-x-10 flex items-baseline wrap">
        <span className={classes.number}>
          <NumberLink value={value} filter={{ ...list, from, to }} />
        </span>
        <ChangeMark change={changeOf(value, previousValue)} />
      </div>
      <div className={classes.beneath}>
        <NumberLink value={previousValue} filter={{ ...list, from: previousFrom, to: previousTo }} /> in the previous
        period
      </div>
    </div>
  );
}

interface InTimeProps {
  label: string;
  side: 'outgoing' | 'incoming';
  value: number | null;
  previousValue: number | null;
  dashboard: Dashboard;
}

function InTime({ label, side, value, previousValue, dashboard }: InTimeProps) {
  const { from, to, previousFrom, previousTo } = dashboard;
  const missed = value === null ? 0 : 100 - value;
  return (
    <div>
      <div className={classes.beneath}>{label}</div>
      <div className="gap-x-10 flex items-baseline wrap">
        <span className={classes.number}>
          <NumberLink value={value ?? 0} text={formatPercent(value)} filter={{ side, promise: 'kept', from, to }} />
        </span>
        <ChangeMark change={pointsChange(value, previousValue)} />
      </div>
      {missed > 0 && (
        <div className={classes.beneath}>
          <NumberLink value={missed} text={formatPercent(missed)} filter={{ side, promise: 'missed', from, to }} /> not
          in time
        </div>
      )}
      <div className={classes.beneath}>
        <NumberLink
          value={previousValue ?? 0}
          text={previousValue === null ? 'No data' : formatPercent(previousValue)}
          filter={{ side, promise: 'kept', from: previousFrom, to: previousTo }}
        />{' '}
        in the previous period
      </div>
    </div>
  );
}
