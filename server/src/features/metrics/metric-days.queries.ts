import {
  daysRange,
  type MetricPeriod,
  type MetricRange,
  periodRange,
} from '@kinbridge/contract/metrics/metric-periods';
import { invalidField } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

export interface AskedDays {
  from: string;
  to: string;
}

export interface OrganizationDays {
  name: string;
  timeZone: string;
  today: string;
}

/** The organization's time zone and current day. */
export async function findOrganizationDays(db: Executor, organizationId: number): Promise<OrganizationDays> {
  return sql<OrganizationDays>`
    select name, time_zone as "timeZone", (now() at time zone time_zone)::date as today
    from organizations where id = ${organizationId}`.one(db);
}

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
