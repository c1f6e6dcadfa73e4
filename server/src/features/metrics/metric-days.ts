import {
  daysRange,
  type MetricPeriod,
  type MetricRange,
  periodRange,
} from '@kinbridge/contract/metrics/metric-periods';
import { invalidField } from '../../app-error.ts';
import type { OrganizationDays } from './metric-days.queries.ts';

/** The requested days; without an end, up to today. */
export function askedRange(
  { timeZone, today }: OrganizationDays,
  fromDate: string,
  toDate: string | undefined,
): MetricRange {
  const from = toDay(fromDate, timeZone);
  // The caller may be in a zone that is a day ahead.
  const to = toDate === undefined ? (from > today ? from : today) : toDay(toDate, timeZone);
  if (from > to) throw invalidField('toDate', "The end date can't be before the start date.");
  return daysRange(from, to);
}

export function dashboardRange(days: OrganizationDays, period: MetricPeriod, toDate: string | undefined): MetricRange {
  return periodRange(period, toDate === undefined ? days.today : toDay(toDate, days.timeZone));
}

/** A day, or the local day of a timestamp, since metrics count whole days. */
function toDay(text: string, timeZone: string): string {
  if (text.length === 10) return text;
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(new Date(text));
}
