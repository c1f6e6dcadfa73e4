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
