import classes from './analytics.module.css';
import { FigureTable } from './figure-table.tsx';
import { formatNumber } from './figures.ts';

interface ColumnsChartProps {
  caption: string;
  /** What the columns are, and what is counted. */
  headers: [string, string];
  columns: { name: string; count: number; short?: string }[];
}

const maxLabels = 10;

/** A column for each number, in order, with the same numbers as a table below. */
export function ColumnsChart({ caption, headers, columns }: ColumnsChartProps) {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const every = Math.ceil(columns.length / maxLabels);
  return (
    <>
      <div className={`flex gap-2xs ${classes.columns}`} data-dense={every > 1 || undefined} aria-hidden="true">
        {columns.map(({ name, short = name, count }, place) => (
          // Close ranges can have the same name.
          <div key={`${place} ${name}`} title={`${name}: ${formatNumber(count)}`}>
            <div className={`row justify-end vertical ${classes.columnRoom}`}>
              <span className={`text-xs bold numbers ${classes.columnCount}`}>{count > 0 && formatNumber(count)}</span>
              <span className={`w-full ${classes.column}`} style={{ height: `${(count / most) * 110}px` }} />
            </div>
            <span className={classes.columnLabel}>{place % every === 0 && <span>{short}</span>}</span>
          </div>
        ))}
      </div>
      <FigureTable
        caption={caption}
        headers={headers}
        rows={columns.map(({ name, count }) => ({ name, counts: [count] }))}
      />
    </>
  );
}
