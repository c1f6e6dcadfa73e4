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

/** A little squeezing is better than losing a column. */
const squeeze = 0.92;

/** The columns that fit, and share the whole width: while they do not, the next one by its number goes. */
export function fitColumns<C extends Pick<Column<never>, 'width' | 'hides'>>(
  columns: readonly C[],
  available: number,
): C[] {
  let fitting = [...columns];
  while (sumOf(fitting) * squeeze > available) {
    const next = fitting
      .filter((column) => column.hides !== undefined)
      .toSorted((a, b) => (a.hides ?? 0) - (b.hides ?? 0))[0];
    if (!next) break;
    fitting = fitting.filter((column) => column !== next);
  }
  const sum = sumOf(fitting);
  return fitting.map((column) => ({ ...column, width: Math.floor((column.width * available) / sum) }));
}

function sumOf(columns: readonly Pick<Column<never>, 'width'>[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}
