import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useReachable } from '../../lib/connection.ts';
import { useCompactRows } from '../../lib/lists/compact-rows.ts';
import type { ListSort } from '../../lib/lists/list-url.ts';
import { LoadFailure } from '../states/load-failure.tsx';
import { StateScreen } from '../states/state-screen.tsx';
import classes from './data-table.module.css';
import { type Column, type FocusProps, fitColumns } from './data-table-columns.ts';
import { DataTableHeader } from './data-table-header.tsx';
import { type RowSelection, useRowKeys } from './data-table-keys.ts';
import { useLeavingRows, useReusedKeys, useSlidingRows } from './data-table-motion.ts';
import { DataTableRow } from './data-table-row.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { enterRows } from './enter-rows.ts';

/** Below this width, in px, a row has two lines and no columns. */
const narrowBelow = 660;
const selectWidth = 44;
/** Extra width of the first column when there is no checkbox before it. */
const edgeWidth = 13;
/** As many rows as a window of 768 px shows. */
const firstRows = 13;

interface DataTableProps<Row extends { id: number }, F extends string> {
  /** Names the list for screen readers. */
  label: string;
  columns: readonly Column<Row, F>[];
  /** Renders a row on a phone. */
  narrow: (row: Row, focus: FocusProps) => ReactNode;
  /** Undefined while loading. */
  rows: Row[] | undefined;
  /** Names a row's checkbox. */
  rowName: (row: Row) => string;
  sort: ListSort<F>;
  onSort: (sort: ListSort<F>) => void;
  /** Without one, rows can't be selected. */
  selection?: RowSelection<Row>;
  /** A click on a row outside its controls; the row's link does the same for the keyboard. */
  onOpen?: (row: Row) => void;
  /** Where the rows come from: while they are placeholders, the new ones are still loading. */
  list: { error: Error | null; isPlaceholderData: boolean; refetch: () => unknown };
  /** What to say if loading fails, instead of the server's message. */
  failed?: string;
  /** A new key means another list: it starts at the top, without motion. */
  listKey: string;
  /** Rows to highlight briefly. */
  marked?: ReadonlySet<number>;
  /** Replaces the rows if there are none. */
  empty: ReactNode;
  /** Another list changes the rows on the screen instead of creating new ones. Only for cells without a state. */
  reusesRows?: boolean;
  /** Columns keep their width, and the rows scroll sideways beneath the first column. */
  wide?: boolean;
}

/** A dense list: sorted by its header, selected by click, Space and Shift, navigated with the arrow keys. */
export function DataTable<Row extends { id: number }, F extends string>(props: DataTableProps<Row, F>) {
  const { label, columns, selection, listKey, marked, wide = false } = props;
  const { error, isPlaceholderData: stale, refetch } = props.list;
  const rows = useRenderedInPieces(props.rows);
  const waits = !useReachable() && (stale || !rows);
  const failure = error && <LoadFailure error={error} level={2} text={props.failed} onRetry={() => void refetch()} />;
  const instead = waits ? <OfflineState /> : props.rows ? props.empty : failure;
  const region = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const width = useWidth(region);
  const narrow = width < narrowBelow;
  const [compact] = useCompactRows();
  const selects = selection !== undefined;
  const edge = selects ? selectWidth : edgeWidth;
  const room = Math.max(width - edge, wide ? columns.reduce((sum, column) => sum + column.width, 0) : 0);
  const fitting = useMemo(() => fitColumns(columns, room), [columns, room]);
  const shown = useLeavingRows(rows, listKey);
  const keys = useReusedKeys(shown);
  const drawn = useFirstRowsFirst(shown, listKey, stale);
  const { activeId, toggle, onKeyDown, onFocus } = useRowKeys(body, rows, selection);
  useSlidingRows(body, shown, listKey);
  useLayoutEffect(enterRows);
  const scrolled = useRef(false);
  useLayoutEffect(() => {
    void listKey;
    // Scrolling a list that is at its top would force a layout for nothing.
    if (scrolled.current) region.current?.scrollTo({ top: 0 });
    scrolled.current = false;
  }, [listKey]);

  return (
    <div
      ref={region}
      className={`scroll column grow min-h-0 contain ${classes.region}`}
      data-stale={stale || undefined}
      aria-busy={!rows || stale}
      onScroll={() => {
        scrolled.current = true;
      }}
    >
      {instead || (
        <table
          className={`w-full table-fixed ${classes.table}`}
          data-narrow={narrow || undefined}
          data-compact={(compact && !narrow) || undefined}
          data-plain={!selects || undefined}
          data-wide={(wide && !narrow) || undefined}
          style={wide && !narrow ? { minWidth: room + edge } : undefined}
          aria-label={label}
        >
          <DataTableHeader {...props} columns={fitting} narrow={narrow} />
          {rows ? (
            <tbody ref={body} onKeyDown={onKeyDown} onFocus={onFocus}>
              {drawn.map(({ row, leaving }) => (
                <DataTableRow
                  key={props.reusesRows ? keys.get(row.id) : row.id}
                  row={row}
                  name={props.rowName(row)}
                  columns={fitting}
                  narrow={narrow ? props.narrow : null}
                  active={row.id === activeId}
                  selected={selection?.selected.has(row.id) ?? false}
                  marked={marked?.has(row.id) ?? false}
                  leaving={leaving}
                  onToggle={selects ? toggle : null}
                  {...(props.onOpen && { onOpen: props.onOpen })}
                />
              ))}
            </tbody>
          ) : (
            <DataTableSkeleton columns={fitting} narrow={narrow} selects={selects} />
          )}
        </table>
      )}
    </div>
  );
}

/** The first rows replace the skeleton in a transition, so that a slow phone responds meanwhile. */
function useRenderedInPieces<Rows>(rows: Rows | undefined): Rows | undefined {
  const hasRows = rows !== undefined;
  const [begun, setBegun] = useState(hasRows);
  useEffect(() => {
    if (hasRows) startTransition(() => setBegun(true));
  }, [hasRows]);
  return begun ? rows : undefined;
}

/** A new list shows its first rows immediately; the others render after the paint, a few at a time. */
function useFirstRowsFirst<Shown>(shown: Shown[], listKey: string, stale: boolean): Shown[] {
  const [drawn, setDrawn] = useState('');
  const whole = stale || drawn === listKey || shown.length <= firstRows;
  useEffect(() => {
    if (!stale && shown.length > 0) startTransition(() => setDrawn(listKey));
  }, [stale, shown.length, listKey]);
  return whole ? shown : shown.slice(0, firstRows);
}

/** Replaces a list that can't be loaded, because rows of an earlier search would be wrong. */
function OfflineState() {
  return (
    <StateScreen
      role="status"
      title="Waiting for the connection"
      text="This list will load when the connection returns."
    />
  );
}

/** The width of an element, known before the first paint; until then, the window's. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  // Read once: reading it at every render would cause a layout each time.
  const [width, setWidth] = useState(() => window.innerWidth);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // It is called between layout and paint. Reading the width here would cause a layout of its own.
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0]?.inlineSize;
      if (size !== undefined) flushSync(() => setWidth(Math.round(size)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
