import { Skeleton, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SectionFailure } from './section-failure.tsx';
import { SectionMessage } from './section-message.tsx';
import classes from './section-table.module.css';

interface SectionTableProps<Row> {
  /** The heads of the columns. */
  columns: ReactNode[];
  /** Absent while they are on their way. */
  rows: Row[] | undefined;
  /** Why they did not come. */
  failure: string | undefined;
  onRetry: () => void;
  /** What stands there when there are none. */
  empty: string;
  /** The widths of the columns, and how a row stands where there is no room for them. */
  className: string | undefined;
  /** A row, as a `tr`. */
  children: (row: Row) => ReactNode;
}

/** What fits beside the other cards of a page. */
const rowsAtFirst = 10;

/** The table of a card, for lists that come whole: the first rows, and all of them on request. */
export function SectionTable<Row>({ columns, rows, className, children, ...props }: SectionTableProps<Row>) {
  const [all, setAll] = useState(false);
  if (!rows && props.failure !== undefined) return <SectionFailure sentence={props.failure} onRetry={props.onRetry} />;
  if (!rows) return <RowSkeletons />;
  if (rows.length === 0) return <SectionMessage>{props.empty}</SectionMessage>;
  return (
    <div className={classes.container}>
      <table className={`${classes.table} ${className}`}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{(all ? rows : rows.slice(0, rowsAtFirst)).map(children)}</tbody>
      </table>
      {rows.length > rowsAtFirst && (
        <UnstyledButton className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${rowsAtFirst}` : `Show all ${rows.length.toLocaleString('en-US')}`}
        </UnstyledButton>
      )}
    </div>
  );
}

/** Rows of the height that is to come. */
function RowSkeletons() {
  return (
    <div aria-busy="true" className={classes.skeletons}>
      {[48, 36, 42].map((width) => (
        <div key={width}>
          <Skeleton height={10} width={34} radius="sm" />
          <Skeleton height={10} width={`${width}%`} radius="sm" />
          <Skeleton height={10} width={70} radius="sm" ml="auto" />
        </div>
      ))}
    </div>
  );
}
