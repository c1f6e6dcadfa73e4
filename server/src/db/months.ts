/**
 * An id of a table that is divided by month is its month, as in 202611, times this, plus a number that runs on. See
 * decision 0034.
 */
export const idsPerMonth = 1_000_000_000;

export function monthBefore(month: number): number {
  return month % 100 === 1 ? month - 89 : month - 1;
}

export function monthAfter(month: number): number {
  return month % 100 === 12 ? month + 89 : month + 1;
}
