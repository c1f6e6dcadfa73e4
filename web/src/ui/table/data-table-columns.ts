import type { ReactNode } from 'react';

export interface Column<Row, F extends string = string> {
  key: string;
  title: string;
  /** In px when all columns fit; wider tables share the rest. */
  width: number;
  /** The field to sort by when the header is clicked. */
  sort?: F;
  /** The column shows the reverse of its sort field, for example a duration for a start time. */
  reversed?: boolean;
  /** The first click sorts descending. */
  startsFalling?: boolean;
  /** The content can't be truncated: an id, a chip, a date. */
  rigid?: boolean;
  /** Columns with a number are hidden when there is no room, lowest first. The others always show. */
  hides?: number;
  /** A chip fills its cell to the edge, and its skeleton is a block. */
  kind?: 'chip';
  render: (row: Row, focus: FocusProps) => ReactNode;
}

/** Makes an element in the first column the one that the arrow keys move along. */
export interface FocusProps {
  tabIndex: number;
  'data-row-focus': true;
}

type Fitted = Pick<Column<never>, 'width' | 'hides' | 'rigid'>;

/** Shrinking a little is better than hiding a column. */
const minShare = 0.86;

/** Hides columns by their number until the others fit, and gives them the whole width. */
export function fitColumns<C extends Fitted>(columns: readonly C[], available: number): C[] {
  let fitting = [...columns];
  while (shareOf(fitting, available) < minShare) {
    const next = fitting
      .filter((column) => column.hides !== undefined)
      .toSorted((a, b) => (a.hides ?? 0) - (b.hides ?? 0))[0];
    if (!next) break;
    fitting = fitting.filter((column) => column !== next);
  }
  const share = shareOf(fitting, available);
  const wide = available / sumOf(fitting);
  return fitting.map((column) => {
    // Extra room is shared by all columns.
    const factor = wide >= 1 ? wide : column.rigid ? 1 : share;
    return { ...column, width: Math.floor(column.width * factor) };
  });
}

/** The share of their width that shrinkable columns would get. */
function shareOf(columns: readonly Fitted[], available: number): number {
  const rigid = sumOf(columns.filter((column) => column.rigid));
  return Math.max(0, available - rigid) / (sumOf(columns) - rigid);
}

function sumOf(columns: readonly Fitted[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}
