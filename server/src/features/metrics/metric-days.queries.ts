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

/** The organization's own calendar: its zone, and which day it is there. */
export async function findOrganizationDays(db: Executor, organizationId: number): Promise<OrganizationDays> {
  const { rows } = await sql<OrganizationDays>`
    select name, time_zone as "timeZone", (now() at time zone time_zone)::date as today
    from organizations where id = ${organizationId}`.execute(db);
  return rows[0] as OrganizationDays;
}

/** The moment at which a day begins there; on the day of a clock change as on any other. */
export function startOfDay(day: string, timeZone: string) {
  return sql`(${day}::date::timestamp at time zone ${timeZone})`;
}

/** The moment at which a day is over there. */
export function endOfDay(day: string, timeZone: string) {
  return sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
}
