import { changeOf, formatCount } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Figure } from './figure.tsx';
import classes from './metrics.module.css';
import { type NumberFilter, NumberLink } from './number-link.tsx';
import { TrendChart } from './trend-chart.tsx';
import { TrendNumbers } from './trend-numbers.tsx';

interface NumberCardProps {
  title: string;
  dashboard: Dashboard;
  number: Dashboard['sent'];
  /** The list behind the number. */
  list: NumberFilter;
  /** For a number of completed requests: how many can still be completed. */
  open?: Dashboard['sentOpen'];
  /** A rise or fall is neither good nor bad. */
  neutral?: boolean;
  children?: ReactNode;
}

/** A number, how it changed, and its trend in the background. */
export function NumberCard({ title, dashboard, number, list, open, neutral = false, children }: NumberCardProps) {
  const id = useId();
  const { value, previousValue } = number;
  return (
    <section className="clip card column between min-w-0" aria-labelledby={id}>
      <div className={classes.cardText}>
        <Figure
          label={
            <Title order={2} id={id} className="text-xs line-16">
              {title}
            </Title>
          }
          number={number}
          filter={list}
          change={changeOf(value, previousValue, open?.value)}
          neutral={neutral}
          tool={<TrendNumbers title={title} dashboard={dashboard} number={number} />}
        />
        {open && open.value > 0 && (
          <div className={classes.beneath}>
            <NumberLink value={open.value} filter={{ side: list.side, open: 'true' }} /> still open
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
