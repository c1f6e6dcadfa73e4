import classes from './analytics.module.css';
import { numberWords } from './figures.ts';

interface FigureTableProps {
  caption: string;
  /** The header of the rows, then those of the numbers. */
  heads: [string, ...string[]];
  rows: { name: string; counts: number[] }[];
}

/** A chart's numbers as a table. */
export function FigureTable({ caption, heads, rows }: FigureTableProps) {
  return (
    <details className={classes.asTable}>
      <summary>As a table</summary>
      <div className={classes.scroll}>
        <table>
          <caption className={classes.hidden}>{caption}</caption>
          <thead>
            <tr>
              {heads.map((head, place) => (
                <th key={`${place} ${head}`} scope="col">
                  {head}
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
                  <td key={`${column} ${heads[column + 1]}`}>{numberWords(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
