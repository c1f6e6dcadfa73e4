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

/** When a local day begins, also on the day of a clock change. */
export function startOfDay(day: string, timeZone: string) {
  return sql`(${day}::date::timestamp at time zone ${timeZone})`;
}

/** When a local day ends. */
export function endOfDay(day: string, timeZone: string) {
  return sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
}
