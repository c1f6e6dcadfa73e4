import { type RawBuilder, sql } from './sql.ts';

export interface DayPeriod {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Matches a column within a period. Days are local to the organization and inclusive; timestamps are exact. */
export function withinPeriod(column: string, organizationId: number, { fromDate, toDate }: DayPeriod) {
  const zone = sql`(select time_zone from organizations where id = ${organizationId})`;
  const at = sql.raw(column);
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (fromDate) {
    const bound = day.test(fromDate) ? sql`${fromDate}::timestamp at time zone ${zone}` : sql`${new Date(fromDate)}`;
    conditions.push(sql`${at} >= ${bound}`);
  }
  if (toDate) {
    conditions.push(
      day.test(toDate)
        ? sql`${at} < (${toDate}::date + 1)::timestamp at time zone ${zone}`
        : sql`${at} <= ${new Date(toDate)}`,
    );
  }
  return sql.join(conditions, sql` and `);
}
