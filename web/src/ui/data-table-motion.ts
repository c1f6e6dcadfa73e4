import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** A row that leaves fades first; then the others close up. */
const fadeMs = 120;
const slideMs = 160;

interface ShownRow<Row> {
  row: Row;
  leaving: boolean;
}

interface Leaving<Row> {
  row: Row;
  /** The row above it, or none. */
  after: number | null;
}

/** The rows of a list, and for a moment those that just left it, where they stood. */
export function useLeavingRows<Row extends { id: number }>(rows: Row[] | undefined, listKey: string): ShownRow<Row>[] {
  const [known, setKnown] = useState({ listKey, rows, leaving: [] as Leaving<Row>[] });
  let current = known;
  if (known.rows !== rows || known.listKey !== listKey) {
    const gone = known.listKey === listKey && rows ? goneFrom(known.rows ?? [], rows) : [];
    current = { listKey, rows, leaving: [...(known.listKey === listKey ? known.leaving : []), ...gone] };
    setKnown(current);
  }
  const leavingCount = current.leaving.length;
  useEffect(() => {
    if (leavingCount === 0) return;
    const timer = setTimeout(() => setKnown((before) => ({ ...before, leaving: [] })), fadeMs);
    return () => clearTimeout(timer);
  }, [leavingCount]);

  return useMemo(() => weave(rows ?? [], current.leaving), [rows, current.leaving]);
}

function weave<Row extends { id: number }>(rows: Row[], leaving: Leaving<Row>[]): ShownRow<Row>[] {
  const ids = new Set(rows.map(({ id }) => id));
  const shown: ShownRow<Row>[] = rows.map((row) => ({ row, leaving: false }));
  for (const { row, after } of leaving) {
    if (ids.has(row.id)) continue;
    const place = shown.findIndex((other) => other.row.id === after);
    shown.splice(place + 1, 0, { row, leaving: true });
  }
  return shown;
}

/** A whole page that went is another page, not rows that left. */
const mostAtOnce = 10;

function goneFrom<Row extends { id: number }>(before: Row[], now: Row[]): Leaving<Row>[] {
  const ids = new Set(now.map(({ id }) => id));
  const gone = before.flatMap((row, index) => (ids.has(row.id) ? [] : [{ row, after: before[index - 1]?.id ?? null }]));
  return gone.length <= mostAtOnce ? gone : [];
}

/**
 * Rows that found themselves elsewhere slide there from where they were. All rows of a table are of one height, so
 * that their order says how far: asking the browser where each one is would have it lay out the page once more.
 */
export function useSlidingRows(
  body: RefObject<HTMLElement | null>,
  shown: readonly ShownRow<{ id: number }>[],
  listKey: string,
): void {
  const before = useRef({ listKey, shown });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { listKey, shown };
    if (last.listKey !== listKey || last.shown === shown || last.shown.length === 0) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const places = new Map(last.shown.map(({ row }, place) => [row.id, place]));
    for (const [place, { row }] of shown.entries()) {
      const rows = (places.get(row.id) ?? place) - place;
      if (rows === 0) continue;
      const from = { transform: `translateY(calc(${rows} * var(--row-height)))` };
      body.current?.children[place]?.animate([from, { transform: 'none' }], { duration: slideMs, easing: 'ease-out' });
    }
  }, [body, shown, listKey]);
}
