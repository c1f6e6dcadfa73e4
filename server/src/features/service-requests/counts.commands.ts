import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notifyRequestSql } from '../../records/events/events.commands.ts';
import { newlyMarked } from './response-clock.queries.ts';

/** Merges the pending changes of each count; readers see the sum before or after, never in between. */
export async function sumUpCounts(db: Database): Promise<void> {
  await sumUp(db, 'service_request_counts', 'organization_id, side, status');
  await sumUp(db, 'organization_member_counts', 'organization_id');
}

async function sumUp(db: Database, tableName: string, columns: string): Promise<void> {
  const [table, key] = [sql.raw(tableName), sql.raw(columns)];
  await sql`
    with several as (select ${key} from ${table} group by ${key} having count(*) > 1),
    gone as (delete from ${table} where (${key}) in (select ${key} from several) returning *)
    insert into ${table} (${key}, change)
    select ${key}, sum(change) from gone group by ${key} having sum(change) <> 0`.run(db);
}

const batch = 1_000;

/**
 * Counts the requests that became overdue, so that boards don't have to, and tells open boards. Not about long overdue
 * ones, such as after an upgrade: thousands of events would only repeat what the next load shows.
 */
export async function countOverdueRequests(db: Database): Promise<void> {
  while ((await countSome(db)) === batch);
}

async function countSome(db: Database): Promise<number> {
  const rows = await sql`
    with newly as (
      select id from service_requests where ${newlyMarked.overdue}
      order by due_timestamp limit ${batch} for update skip locked
    ),
    counted as (
      update service_requests r set overdue_counted = true from newly where r.id = newly.id
      returning r.id, r.organization_id, r.provider_id, r.status, r.version, r.due_timestamp
    )
    select id, case when due_timestamp > now() - interval '10 minutes' then ${notifyRequestSql('counted')} end
    from counted`.many(db);
  return rows.length;
}
