import classes from './data-table.module.css';
import type { Column } from './data-table-columns.ts';

const rows = Array.from({ length: 12 }, (_, index) => index);
/** Words have different lengths. The same ones each time, so that nothing flickers. */
const textWidths = [72, 58, 84, 66, 77, 61];

interface DataTableSkeletonProps<Row> {
  columns: readonly Column<Row>[];
  narrow: boolean;
  /** Whether a checkbox stands before each row. */
  selects: boolean;
}

/** Rows that are on their way, in the places and of the height that they will have. */
export function DataTableSkeleton<Row>({ columns, narrow, selects }: DataTableSkeletonProps<Row>) {
  return (
    <tbody className={classes.skeleton} aria-hidden="true">
      {rows.map((row) => (
        <tr key={row}>
          {selects && (
            <td>
              <Bar width={narrow ? 20 : 16} height={narrow ? 20 : 16} />
            </td>
          )}
          {narrow ? (
            <td className={classes.narrow}>
              <Bar width={`${textWidths[row % 6] ?? 60}%`} height={12} />
              <Bar width="70%" height={10} />
            </td>
          ) : (
            columns.map((column, index) => (
              <td key={column.key}>
                {column.kind === 'chip' ? (
                  <Bar width={66} height={20} />
                ) : (
                  <Bar width={`${textWidths[(row + index) % 6] ?? 60}%`} height={10} />
                )}
              </td>
            ))
          )}
        </tr>
      ))}
    </tbody>
  );
}

/** Plain, since there are more than a hundred and they are often gone before they are seen. */
function Bar(size: { width: number | string; height: number }) {
  return <div className={classes.bar} style={size} />;
}
