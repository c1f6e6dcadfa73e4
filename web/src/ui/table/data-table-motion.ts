import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** A removed row fades first; then the others close the gap. */
const fadeMs = 120;
const slideMs = 160;

interface ShownRow<Row> {
  row: Row;
  leaving: boolean;
}

interface Leaving<Row> {
  row: Row;
  /** The id of the row above, or null. */
  after: number | null;
}

/** The rows of a list and, briefly, those that were just removed, at their old position. */
export function useLeavingRows<Row extends { id: number }>(rows: Row[] | undefined, listKey: string): ShownRow<Row>[] {
  const [known, setKnown] = useState({ listKey, rows, leaving: [] as Leaving<Row>[] });
  let current = known;
  if (known.rows !== rows || known.listKey !== listKey) {
    const removed = known.listKey === listKey && rows ? findRemoved(known.rows ?? [], rows) : [];
    current = { listKey, rows, leaving: [...(known.listKey === listKey ? known.leaving : []), ...removed] };
    setKnown(current);
  }
  const leavingCount = current.leaving.length;
  useEffect(() => {
    if (leavingCount === 0) return;
    const timer = setTimeout(() => setKnown((before) => ({ ...before, leaving: [] })), fadeMs);
    return () => clearTimeout(timer);
  }, [leavingCount]);

  return useMemo(() => mergeRemoved(rows ?? [], current.leaving), [rows, current.leaving]);
}

/** The keys of the shown rows: new rows take those of removed ones, and with them their elements. */
export function useReusedKeys(shown: readonly ShownRow<{ id: number }>[]): ReadonlyMap<number, number> {
  const [known, setKnown] = useState({ shown, keys: reuseKeys(new Map(), shown) });
  if (known.shown === shown) return known.keys;
  const keys = reuseKeys(known.keys, shown);
  setKnown({ shown, keys });
  return keys;
}

function reuseKeys(before: ReadonlyMap<number, number>, shown: readonly ShownRow<{ id: number }>[]) {
  const ids = new Set(shown.map(({ row }) => row.id));
  const free = [...before].flatMap(([id, key]) => (ids.has(id) ? [] : [key]));
  let last = Math.max(0, ...before.values());
  return new Map([...ids].map((id) => [id, before.get(id) ?? free.shift() ?? ++last]));
}

function mergeRemoved<Row extends { id: number }>(rows: Row[], leaving: Leaving<Row>[]): ShownRow<Row>[] {
  const ids = new Set(rows.map(({ id }) => id));
  const shown: ShownRow<Row>[] = rows.map((row) => ({ row, leaving: false }));
  for (const { row, after } of leaving) {
    if (ids.has(row.id)) continue;
    const place = shown.findIndex((other) => other.row.id === after);
    shown.splice(place + 1, 0, { row, leaving: true });
  }
  return shown;
}

/** More removed rows than this mean another page, so they don't fade. */
const maxFading = 10;

function findRemoved<Row extends { id: number }>(before: Row[], now: Row[]): Leaving<Row>[] {
  const ids = new Set(now.map(({ id }) => id));
  const removed = before.flatMap((row, index) =>
    ids.has(row.id) ? [] : [{ row, after: before[index - 1]?.id ?? null }],
  );
  return removed.length <= maxFading ? removed : [];
}

/**
 * Slides rows from their old position to the new one. All rows have the same height, so their order gives the distance;
 * measuring each one would force another layout.
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
