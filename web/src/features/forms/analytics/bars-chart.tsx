import classes from './analytics.module.css';
import { formatNumber, formatPercent } from './figures.ts';

interface BarsChartProps {
  caption: string;
  /** What is counted. */
  headers: [label: string, count: string];
  counts: { label: string; count: number }[];
  /** The total for percentages; without it there are none. */
  whole?: number;
}

/** How often each answer was given. It already is a table: the bars are decoration. */
export function BarsChart({ caption, headers, counts, whole }: BarsChartProps) {
  const most = Math.max(1, whole ?? 0, ...counts.map(({ count }) => count));
  return (
    <table className={`table table-fixed ${classes.bars}`}>
      <caption className="unseen">{caption}</caption>
      <colgroup>
        <col className={classes.labelColumn} />
        <col />
        <col className={classes.countColumn} />
        {whole !== undefined && <col className={classes.countColumn} />}
      </colgroup>
      <thead className="unseen">
        <tr>
          <th scope="col">{headers[0]}</th>
          <td />
          <th scope="col">{headers[1]}</th>
          {whole !== undefined && <th scope="col">Share</th>}
        </tr>
      </thead>
      <tbody>
        {counts.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-cell="bar">
              <svg className={classes.bar} viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
                <rect className={classes.barWhole} width="100" height="14" />
                <rect className="bar-teal" width={(count / most) * 100} height="14" />
              </svg>
            </td>
            <td data-cell="count">{formatNumber(count)}</td>
            {whole !== undefined && <td data-cell="percent">{formatPercent(count, whole)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
