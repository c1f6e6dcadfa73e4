/** Specification §2: the dashboard periods with their labels. */
export const metricPeriodLabels = {
  month: 'Last Month',
  '3-months': 'Last 3 Months',
  '6-months': 'Last 6 Months',
  year: 'Last Year',
} as const;

export type MetricPeriod = keyof typeof metricPeriodLabels;
export const metricPeriods = Object.keys(metricPeriodLabels) as [MetricPeriod, ...MetricPeriod[]];

const months: Record<MetricPeriod, number> = { month: 1, '3-months': 3, '6-months': 6, year: 12 };

/** Trend points: two or three days each in a month, then a week, two weeks, a month. */
const trendPoints: Record<MetricPeriod, number> = { month: 15, '3-months': 13, '6-months': 13, year: 12 };

/** Whole days as YYYY-MM-DD, inclusive. */
export interface MetricRange {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
}

/** A period that ends on a day, and the same number of months before it. */
export function periodRange(period: MetricPeriod, lastDay: string): MetricRange {
  const end = addDays(lastDay, 1);
  const from = addMonths(end, -months[period]);
  return { from, to: lastDay, previousFrom: addMonths(end, -2 * months[period]), previousTo: addDays(from, -1) };
}

/** A range of days, and as many days before it. */
export function daysRange(from: string, to: string): MetricRange {
  const length = daysBetween(from, to) + 1;
  return { from, to, previousFrom: addDays(from, -length), previousTo: addDays(from, -1) };
}

/** The first day of each trend point, and the day after the last. */
export function trendDays(period: MetricPeriod, from: string, to: string): string[] {
  const points = trendPoints[period];
  const length = daysBetween(from, to) + 1;
  return Array.from({ length: points + 1 }, (_, index) => addDays(from, Math.floor((index * length) / points)));
}

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

export function addDays(day: string, days: number): string {
  return new Date(at(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day of another month, or its last day if shorter. */
function addMonths(day: string, count: number): string {
  const date = new Date(at(day));
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return date.toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return Math.round((at(to) - at(from)) / dayMs);
}

/** Whole percent; null if there is nothing to divide by, shown as '–'. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100);
}
