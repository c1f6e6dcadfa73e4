import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Sums the changes up to one row per count; readers see the sum before or after, never in between. */
export async function sumUpCounts(db: Database): Promise<void> {
  await sql`
    with gone as (delete from service_request_counts returning *)
    insert into service_request_counts (organization_id, side, status, change)
    select organization_id, side, status, sum(change) from gone
    group by organization_id, side, status having sum(change) <> 0`.execute(db);
  await sql`
    with gone as (delete from organization_member_counts returning *)
    insert into organization_member_counts (organization_id, change)
    select organization_id, sum(change) from gone group by organization_id having sum(change) <> 0`.execute(db);
}
