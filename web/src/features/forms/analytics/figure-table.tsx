import classes from './analytics.module.css';
import { formatNumber } from './figures.ts';

interface FigureTableProps {
  caption: string;
  /** The header of the rows, then those of the numbers. */
  headers: [string, ...string[]];
  rows: { name: string; counts: number[] }[];
}

/** A chart's numbers as a table. */
export function FigureTable({ caption, headers, rows }: FigureTableProps) {
  return (
    <details className={`mt-10 ${classes.asTable}`}>
      <summary className="px-0 py-2xs bold link pointer hug">As a table</summary>
      <div className="scroll-x">
        <table className="table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {headers.map((header, place) => (
                <th className="text-xs bold label" key={`${place} ${header}`} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, counts }, place) => (
              // Close ranges can have the same name.
              <tr key={`${place} ${name}`}>
                <th className="regular" scope="row">
                  {name}
                </th>
                {counts.map((count, column) => (
                  <td key={`${column} ${headers[column + 1]}`}>{formatNumber(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
