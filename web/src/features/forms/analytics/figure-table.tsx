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
    <details className={classes.asTable}>
      <summary>As a table</summary>
      <div className="scroll-x">
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {headers.map((header, place) => (
                <th key={`${place} ${header}`} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, counts }, place) => (
              // Close ranges can have the same name.
              <tr key={`${place} ${name}`}>
                <th scope="row">{name}</th>
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
