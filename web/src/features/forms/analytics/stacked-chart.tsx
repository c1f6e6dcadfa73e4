import classes from './analytics.module.css';
import { FigureTable } from './figure-table.tsx';
import { type FigureRow, formatNumber, formatPercent } from './figures.ts';

const teal = (step: number) => `var(--mantine-color-teal-${step})`;
const shades = [teal(8), teal(3), '#f2cf8a', '#7b6bb0', '#a9c6ea', '#a34f3c'];

/** Background and text, far enough apart for neighbors. */
function shade(index: number) {
  const place = index % shades.length;
  return { background: shades[place], color: [0, 3, 5].includes(place) ? '#fff' : '#1c1a17' };
}

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
        <ul className={`gap-2xs p-0 gap-x-14 flex wrap unlisted ${classes.legend}`}>
          {labels.map((label, index) => (
            <li className="gap-6 row text-xs" key={label}>
              <span className={`round-xs ${classes.swatch}`} style={shade(index)} />
              {label}
            </li>
          ))}
        </ul>
        {rows.map(({ row, total, parts }) => (
          <div key={row} className={`gap-sm px-0 py-2xs grid items-center anywhere min-h-34 ${classes.stackedRow}`}>
            <span>{row}</span>
            <span className={`clip round-xs flex soft ${classes.stack}`}>
              {parts.map(({ label, count }, index) =>
                count === 0 ? null : (
                  <span
                    key={label}
                    style={{ ...shade(index), flexGrow: count }}
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
