import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SectionFailure } from './section-failure.tsx';
import { SectionMessage } from './section-message.tsx';
import classes from './section-table.module.css';

interface SectionTableProps<Row> {
  /** The column headers. */
  columns: ReactNode[];
  /** Undefined while loading. */
  rows: Row[] | undefined;
  /** Why loading failed. */
  failure: string | undefined;
  onRetry: () => void;
  /** Shown when there are no rows. */
  empty: string;
  /** Sets the column widths, and the layout of a row when there is no room for them. */
  className: string | undefined;
  /** Renders a row as a `tr`. */
  children: (row: Row) => ReactNode;
}

/** As many rows as fit beside the page's other cards. */
const initialRows = 10;

/** A card's table, for lists that load completely: the first rows, and all of them on request. */
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
        <tbody>{(all ? rows : rows.slice(0, initialRows)).map(children)}</tbody>
      </table>
      {rows.length > initialRows && (
        <UnstyledButton className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${initialRows}` : `Show all ${inNumbers(rows.length)}`}
        </UnstyledButton>
      )}
    </div>
  );
}

/** Placeholders with the height of real rows. */
function RowSkeletons() {
  return (
    <div aria-busy="true">
      {[48, 36, 42].map((width) => (
        <div key={width} className="gap-sm px-md border-top row min-h-38">
          <Skeleton height={10} width={34} radius="sm" />
          <Skeleton height={10} width={`${width}%`} radius="sm" />
          <Skeleton height={10} width={70} radius="sm" ml="auto" />
        </div>
      ))}
    </div>
  );
}
