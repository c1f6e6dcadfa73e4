import { type Database, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The most rows per run, well within the statement timeout. */
const maxRowsPerRun = 1_000_000;

/**
 * Counts log rows that are final. Ids are assigned before commit, so a row may appear after later ones. So we pick a
 * row a while after it was written, and count everything up to it once all transactions of that moment have ended. The
 * log never changes, so the counts stay true.
 */
export async function countAuditRows(db: Database, writtenBefore = new Date(Date.now() - 60_000)): Promise<void> {
  await transaction(db, async (tx) => {
    const { counted, next, ended } = await sql<{ counted: number; next: number | null; ended: boolean | null }>`
      select counted_id as counted, next_id as next, pg_snapshot_xmin(pg_current_snapshot()) >= next_xmax as ended
      from audit_action_counted for update`.one(tx);
    if (next !== null && !ended) return;
    if (next !== null) {
      await sql`insert into audit_action_counts as c (organization_id, action, n)
        select organization_id, action, count(*) from audit_log
        where id > ${counted} and id <= ${next} and organization_id is not null group by organization_id, action
        on conflict (organization_id, action) do update set n = c.n + excluded.n`.run(tx);
    }
    await sql`update audit_action_counted set counted_id = coalesce(next_id, counted_id), next_xmax = pg_snapshot_xmax(pg_current_snapshot()),
      next_id = (select max(id) from (select id, create_timestamp from audit_log where id > ${next ?? counted}
        order by id limit ${maxRowsPerRun}) l where create_timestamp < ${writtenBefore})`.run(tx);
  });
}
