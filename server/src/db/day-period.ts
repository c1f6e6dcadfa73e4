import { type RawBuilder, sql } from './sql.ts';

export interface DayPeriod {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

type Zone = string | RawBuilder<unknown>;

/** The time zone of an organization. */
export function zoneOf(organizationId: number) {
  return sql`(select time_zone from organizations where id = ${organizationId})`;
}

/** When a local day begins, also on the day of a clock change. */
export function startOfDay(day: string, zone: Zone) {
  return sql`(${day}::date::timestamp at time zone ${zone})`;
}

/** When a local day ends. */
export function endOfDay(day: string, zone: Zone) {
  return sql`((${day}::date + 1)::timestamp at time zone ${zone})`;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Matches a column within a period. Days are local to the zone and inclusive; timestamps are exact. */
export function withinPeriod(column: string, zone: Zone, { fromDate, toDate }: DayPeriod) {
  const at = sql.raw(column);
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (fromDate) {
    conditions.push(sql`${at} >= ${isDay(fromDate) ? startOfDay(fromDate, zone) : sql`${new Date(fromDate)}`}`);
  }
  if (toDate) {
    conditions.push(isDay(toDate) ? sql`${at} < ${endOfDay(toDate, zone)}` : sql`${at} <= ${new Date(toDate)}`);
  }
  return sql.join(conditions, sql` and `);
}
