import type { ReactNode } from 'react';

export interface Column<Row, F extends string = string> {
  key: string;
  title: string;
  /** In px where all columns are in sight; wider tables share out the rest. */
  width: number;
  /** The field that the list is sorted by when the head is clicked. */
  sort?: F;
  /** The column shows the reverse of what it is sorted by: a span of time beside the moment it began. */
  reversed?: boolean;
  /** The first click puts the largest, newest or longest on top. */
  startsFalling?: boolean;
  /** What it shows cannot be cut: an id, a chip, a date. */
  rigid?: boolean;
  /** Columns with a number go when there is no room, the lowest first. The others stay. */
  hides?: number;
  /** A chip has room to the very edge of its cell, and while it is on its way stands there as a block. */
  kind?: 'chip';
  render: (row: Row, focus: FocusProps) => ReactNode;
}

/** What makes an element of the first column the one that the arrow keys walk along. */
export interface FocusProps {
  tabIndex: number;
  'data-row-focus': true;
}

type Fitted = Pick<Column<never>, 'width' | 'hides' | 'rigid'>;

/** A little squeezing is better than losing a column. */
const leastShare = 0.86;

/** The columns that fit, and share the whole width: while they do not, the next one by its number goes. */
export function fitColumns<C extends Fitted>(columns: readonly C[], available: number): C[] {
  let fitting = [...columns];
  while (shareOf(fitting, available) < leastShare) {
    const next = fitting
      .filter((column) => column.hides !== undefined)
      .toSorted((a, b) => (a.hides ?? 0) - (b.hides ?? 0))[0];
    if (!next) break;
    fitting = fitting.filter((column) => column !== next);
  }
  const share = shareOf(fitting, available);
  const wide = available / sumOf(fitting);
  return fitting.map((column) => {
    // Where there is room to spare everybody has some of it.
    const factor = wide >= 1 ? wide : column.rigid ? 1 : share;
    return { ...column, width: Math.floor(column.width * factor) };
  });
}

/** How much of their width the columns that can shrink would have. */
function shareOf(columns: readonly Fitted[], available: number): number {
  const rigid = sumOf(columns.filter((column) => column.rigid));
  return Math.max(0, available - rigid) / (sumOf(columns) - rigid);
}

function sumOf(columns: readonly Fitted[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}
