import { idsPerMonth, monthBefore } from '../../db/months.ts';

/** Ids are assigned before commit, so a row may appear after later ones; this is how far back we look. */
const lookBack = 1_000_000;

/**
 * Where rows that aren't sealed yet can be, given the newest sealed id: after it, shortly before it, and as shortly
 * before the turn of the month. An id is its month and a number that runs on, so the months before end at that number.
 */
export function unsealedRanges(newest: number): { above: number; below: number }[] {
  const month = Math.floor(newest / idsPerMonth);
  const lowest = (newest % idsPerMonth) - lookBack;
  const here = { above: month * idsPerMonth + lowest, below: Number.MAX_SAFE_INTEGER };
  if (month === 0) return [here];
  // Rows from before there were months have the number alone.
  const earlier = [0, monthBefore(month)].map((start) => ({
    above: start * idsPerMonth + lowest,
    below: (start + 1) * idsPerMonth,
  }));
  return [...earlier, here];
}
