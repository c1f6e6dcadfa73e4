import { changeOf, formatCount } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ChangeMark } from './change-mark.tsx';
import classes from './metrics.module.css';
import type { ListFilter } from './metrics-url.ts';
import { NumberLink } from './number-link.tsx';
import { TrendChart } from './trend-chart.tsx';
import { TrendNumbers } from './trend-numbers.tsx';

interface NumberCardProps {
  title: string;
  dashboard: Dashboard;
  number: Dashboard['sent'];
  /** The filter of the list behind the number, without its days. */
  list: Omit<ListFilter, 'from' | 'to'>;
  /** For a number of completed requests: how many can still be completed. */
  open?: Dashboard['sentOpen'];
  /** A rise or fall is neither good nor bad. */
  neutral?: boolean;
  children?: ReactNode;
}

/** A number, how it changed, and its trend in the background. */
export function NumberCard({ title, dashboard, number, list, open, neutral = false, children }: NumberCardProps) {
  const id = useId();
  const { from, to, previousFrom, previousTo } = dashboard;
  const { value, previousValue } = number;
  return (
    <section className="clip card column between min-w-0" aria-labelledby={id}>
      <div className={classes.cardText}>
        <Title order={2} id={id} className="text-xs line-16">
          {title}
        </Title>
        <div className="gap-x-10 flex items-baseline wrap">
          <span className={classes.number}>
            <NumberLink value={value} filter={{ ...list, from, to }} />
          </span>
          <ChangeMark change={changeOf(value, previousValue, open?.value)} neutral={neutral} />
          <TrendNumbers title={title} dashboard={dashboard} number={number} />
        </div>
        <div className={classes.beneath}>
          <NumberLink value={previousValue} filter={{ ...list, from: previousFrom, to: previousTo }} /> in the previous
          period
        </div>
        {open && open.value > 0 && (
          <div className={classes.beneath}>
            <NumberLink value={open.value} filter={{ side: list.side, open: 'true', from, to }} /> still open
          </div>
        )}
        {children && <div className={classes.beneath}>{children}</div>}
      </div>
      <TrendChart
        label={`Trend: ${formatCount(value)} in this period, the dashed line is the previous period with ${formatCount(previousValue)}`}
        trend={number.trend}
        previousTrend={number.previousTrend}
      />
    </section>
  );
}
