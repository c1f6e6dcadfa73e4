import { idsPerMonth, monthAfter } from '../../db/months.ts';

/** A month's range of ids and the ending of its partitions' names. */
export interface ArchiveMonth {
  name: string;
  low: number;
  high: number;
  partition: string;
}

/** Rows from before there were months have ids below this. */
const firstMonth = 202_601;

/** Reads a month such as 2026-05, or 'before' for everything from before there were months; null if it is neither. */
export function readMonth(name: string): ArchiveMonth | null {
  if (name === 'before') return { name, low: 0, high: firstMonth * idsPerMonth, partition: 'before_months' };
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(name)) return null;
  const month = Number(name.replace('-', ''));
  return { name, low: month * idsPerMonth, high: monthAfter(month) * idsPerMonth, partition: String(month) };
}
