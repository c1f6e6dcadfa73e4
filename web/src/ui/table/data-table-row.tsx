import { type ComponentPropsWithoutRef, memo, type ReactNode } from 'react';
import classes from './data-table.module.css';
import type { Column, FocusProps } from './data-table-columns.ts';
import checkbox from './row-checkbox.module.css';

interface DataTableRowProps<Row> {
  row: Row;
  name: string;
  columns: readonly Column<Row>[];
  narrow: ((row: Row, focus: FocusProps) => ReactNode) | null;
  /** The one row whose controls are in the tab order. */
  active: boolean;
  selected: boolean;
  marked: boolean;
  leaving: boolean;
  /** Null if rows can't be selected. */
  onToggle: ((id: number, range: boolean) => void) | null;
  onOpen?: (row: Row) => void;
}

function Row<R extends { id: number }>({
  row,
  name,
  columns,
  narrow,
  active,
  onToggle,
  onOpen,
  ...state
}: DataTableRowProps<R>) {
  const focus: FocusProps = { tabIndex: active ? 0 : -1, 'data-row-focus': true };
  return (
    <tr
      data-row={row.id}
      data-selected={state.selected || undefined}
      data-marked={state.marked || undefined}
      data-leaving={state.leaving || undefined}
      aria-hidden={state.leaving || undefined}
      data-opens={onOpen ? true : undefined}
      onClick={(event) => !isControl(event.target) && onOpen?.(row)}
    >
      {onToggle && (
        <td>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is a component; the label widens its target. */}
          <label className={`row pointer h-full unselectable ${classes.check}`}>
            <RowCheckbox
              large={narrow !== null}
              aria-label={`Select ${name}`}
              tabIndex={focus.tabIndex}
              data-row-check
              checked={state.selected}
              onChange={(event) => onToggle(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </label>
        </td>
      )}
      {narrow ? (
        <td className={classes.narrow}>{narrow(row, focus)}</td>
      ) : (
        columns.map((column) => (
          <td key={column.key} data-kind={column.kind}>
            {column.render(row, focus)}
          </td>
        ))
      )}
    </tr>
  );
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label') !== null;
}

/** Memoized: a page has fifty rows, and a click changes one of them. */
export const DataTableRow = memo(Row) as typeof Row;

interface RowCheckboxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'size' | 'className'> {
  /** Large enough to tap. */
  large: boolean;
  'data-row-check': true;
}

/** A row's checkbox. It looks like Mantine's and renders ten times faster, which matters with fifty rows. */
function RowCheckbox({ large, ...props }: RowCheckboxProps) {
  return <input type="checkbox" className={checkbox.box} data-large={large || undefined} {...props} />;
}
