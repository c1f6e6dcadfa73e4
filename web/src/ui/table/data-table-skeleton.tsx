import classes from './data-table.module.css';
import type { Column } from './data-table-columns.ts';

const rows = Array.from({ length: 12 }, (_, index) => index);
/** Varied widths that look like text. Fixed, so that nothing flickers. */
const textWidths = [72, 58, 84, 66, 77, 61];

interface DataTableSkeletonProps<Row> {
  columns: readonly Column<Row>[];
  narrow: boolean;
  /** Whether each row starts with a checkbox. */
  selects: boolean;
}

/** Placeholder rows in the position and height of the real ones. */
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

/** Plain elements, because there are more than a hundred of them, often for a moment only. */
function Bar(size: { width: number | string; height: number }) {
  return <div className={`round-sm ${classes.bar}`} style={size} />;
}
