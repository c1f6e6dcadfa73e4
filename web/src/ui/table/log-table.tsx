import type { ReactNode } from 'react';
import { formatDateTime, formatLongDateTime } from '../../lib/dates.ts';
import classes from './log-table.module.css';
import plain from './plain-table.module.css';

interface LogRow {
  id: number;
  createTimestamp: string;
  who: string;
  what: ReactNode;
}

interface LogTableProps {
  /** Names the list for screen readers. */
  label: string;
  rows: LogRow[];
  /** These are the previous entries; the new ones are still loading. */
  stale: boolean;
}

/** Who did what, and when. */
export function LogTable({ label, rows, stale }: LogTableProps) {
  return (
    <table
      className={`${plain.table} table-fixed stacked fades ${classes.table}`}
      aria-label={label}
      data-stale={stale || undefined}
      aria-busy={stale}
    >
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What happened</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, createTimestamp, who, what }) => (
          <tr key={id}>
            <td>
              <time dateTime={createTimestamp} title={formatLongDateTime(createTimestamp)}>
                {formatDateTime(createTimestamp)}
              </time>
            </td>
            <td>{who}</td>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
