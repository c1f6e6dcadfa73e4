import classes from './analytics.module.css';
import { FigureTable } from './figure-table.tsx';
import { type FigureRow, formatNumber, formatPercent } from './figures.ts';

interface StackedChartProps {
  caption: string;
  rowHeader: string;
  labels: string[];
  rows: FigureRow[];
}

/** A bar for each row, split by choice, with the numbers as a table below. */
export function StackedChart({ caption, rowHeader, labels, rows }: StackedChartProps) {
  return (
    <>
      <div aria-hidden="true">
        <ul className={classes.legend}>
          {labels.map((label, index) => (
            <li key={label}>
              <span className={classes.swatch} data-shade={index % 6} />
              {label}
            </li>
          ))}
        </ul>
        {rows.map(({ row, total, parts }) => (
          <div key={row} className={classes.stackedRow}>
            <span>{row}</span>
            <span className={classes.stack}>
              {parts.map(({ label, count }, index) =>
                count === 0 ? null : (
                  <span
                    key={label}
                    data-shade={index % 6}
                    style={{ flexGrow: count }}
                    title={`${label}: ${formatNumber(count)} (${formatPercent(count, total)})`}
                  >
                    {count / total >= 0.08 && formatNumber(count)}
                  </span>
                ),
              )}
            </span>
          </div>
        ))}
      </div>
      <FigureTable
        caption={caption}
        headers={[rowHeader, ...labels]}
        rows={rows.map(({ row, parts }) => ({
          name: row,
          counts: labels.map((label) => parts.find((part) => part.label === label)?.count ?? 0),
        }))}
      />
    </>
  );
}
