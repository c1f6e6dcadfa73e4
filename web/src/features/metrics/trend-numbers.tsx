import { addDays } from '@kinbridge/contract/metrics/metric-periods';
import { formatCount, formatDayRange } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { IconTable } from '../../ui/icons/later-icons.ts';
import classes from './metrics.module.css';

interface TrendNumbersProps {
  title: string;
  dashboard: Dashboard;
  number: Pick<Dashboard['sent'], 'trend' | 'previousTrend'>;
}

/** A button that shows the chart beside it as a table. */
export function TrendNumbers({ title, dashboard, number }: TrendNumbersProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Tooltip label="Show numbers" openDelay={400}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={classes.numbersButton}
          aria-label={`Show numbers for ${title}`}
          onClick={() => setOpened(true)}
        >
          <IconTable />
        </ActionIcon>
      </Tooltip>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={title} size={600}>
        <table className={`table numbers ${classes.trendTable}`}>
          <thead>
            <tr>
              <th scope="col">Days</th>
              <th scope="col">This period</th>
              <th scope="col">Previous days</th>
              <th scope="col">Previous period</th>
            </tr>
          </thead>
          <tbody>
            {number.trend.map((value, index) => (
              <tr key={dashboard.trendDays[index]}>
                <th scope="row">{spanOf(dashboard.trendDays, index, dashboard.to)}</th>
                <td>{formatCount(value)}</td>
                <td>{spanOf(dashboard.previousTrendDays, index, dashboard.previousTo)}</td>
                <td>{formatCount(number.previousTrend[index] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Dialog>
    </>
  );
}

function spanOf(days: string[], index: number, last: string): string {
  const next = days[index + 1];
  return formatDayRange(days[index] ?? last, next ? addDays(next, -1) : last);
}
