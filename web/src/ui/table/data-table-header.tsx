import { Checkbox } from '@mantine/core';
import type { ListSort } from '../../lib/lists/list-url.ts';
import { IconArrowDown, IconArrowUp } from '../icons/icons.ts';
import classes from './data-table.module.css';
import type { Column } from './data-table-columns.ts';
import type { RowSelection } from './data-table-keys.ts';

interface DataTableHeaderProps<Row, F extends string> {
  columns: readonly Column<Row, F>[];
  narrow: boolean;
  rows: Row[] | undefined;
  sort: ListSort<F>;
  onSort: (sort: ListSort<F>) => void;
  selection?: RowSelection<Row>;
}

export function DataTableHeader<Row extends { id: number }, F extends string>({
  columns,
  narrow,
  rows = [],
  sort,
  onSort,
  selection,
}: DataTableHeaderProps<Row, F>) {
  if (narrow) {
    return (
      <colgroup>
        {selection && <col className={classes.selectColumn} />}
        <col />
      </colgroup>
    );
  }
  return (
    <>
      <colgroup>
        {selection && <col className={classes.selectColumn} />}
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && <SelectAll rows={rows} selection={selection} />}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
    </>
  );
}

function SelectAll<Row extends { id: number }>({ rows, selection }: { rows: Row[]; selection: RowSelection<Row> }) {
  const count = rows.filter((row) => selection.selected.has(row.id)).length;
  return (
    <th scope="col">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is Mantine's checkbox; the label widens its target. */}
      <label className={`row pointer h-full unselectable ${classes.check}`}>
        <Checkbox
          aria-label="Select all on this page"
          checked={rows.length > 0 && count === rows.length}
          indeterminate={count > 0 && count < rows.length}
          disabled={rows.length === 0}
          onChange={() => selection.onChange(rows, count < rows.length)}
        />
      </label>
    </th>
  );
}

interface HeadCellProps<Row, F extends string> {
  column: Column<Row, F>;
  sort: ListSort<F>;
  onSort: (sort: ListSort<F>) => void;
}

function HeadCell<Row, F extends string>({ column, sort, onSort }: HeadCellProps<Row, F>) {
  const field = column.sort;
  if (field === undefined) {
    return (
      <th scope="col" title={column.title}>
        {column.title}
      </th>
    );
  }
  const sorted = sort.field === field;
  const falling = sorted ? sort.descending !== Boolean(column.reversed) : Boolean(column.startsFalling);
  const SortIcon = falling ? IconArrowDown : IconArrowUp;
  const next = { field, descending: sorted ? !sort.descending : falling !== Boolean(column.reversed) };
  return (
    <th scope="col" aria-sort={sorted ? (falling ? 'descending' : 'ascending') : undefined}>
      <button type="button" className={classes.sort} data-sorted={sorted || undefined} onClick={() => onSort(next)}>
        {column.title}
        <SortIcon className="fixed hidden" size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
