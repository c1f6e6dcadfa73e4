import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ArchiveMonth } from './archive-month.ts';

export interface MonthState {
  /** The partitions that exist. */
  partitions: string[];
  /** Whether the newest row is less than 90 days old. */
  young: boolean;
  /** Rows of the log that aren't in the chain. */
  unsealed: number;
  /** Whether the month has the end of the chain, which the next row is sealed to. */
  hasHead: boolean;
  /** Whether the log's counts don't cover the month yet. */
  uncounted: boolean;
  /** Emails that haven't left. */
  unsent: number;
}

export async function findMonthState(db: Executor, { low, high, partition }: ArchiveMonth): Promise<MonthState> {
  return sql<MonthState>`
    with logged as (
      select count(*) as n, max(id) as newest, max(create_timestamp) as at from audit_log where id >= ${low} and id < ${high}
    ),
    mailed as (
      select max(create_timestamp) as at, count(*) filter (where state in ('queued', 'sending')) as unsent
      from emails where id >= ${low} and id < ${high}
    )
    select array(select c.relname::text from pg_class c
        where c.relnamespace = 'months'::regnamespace and c.relkind = 'r' and c.relname in (
          'audit_log_' || ${partition}, 'audit_chain_' || ${partition}, 'emails_' || ${partition}) order by 1) as partitions,
      coalesce(greatest(logged.at, mailed.at) > now() - interval '90 days', false) as young,
      logged.n - (select count(*) from audit_chain where audit_id >= ${low} and audit_id < ${high}) as unsealed,
      coalesce((select audit_id >= ${low} and audit_id < ${high} from audit_chain order by position desc limit 1), false) as "hasHead",
      coalesce(logged.newest > (select counted_id from audit_action_counted), false) as uncounted,
      mailed.unsent
    from logged, mailed`.one(db);
}

export interface ArchivedPiece {
  tableName: string;
  month: string;
  fileName: string;
  storageKey: string;
  sha256: Buffer;
  rowCount: number;
  firstPosition: number | null;
}

export async function findPieces(db: Executor): Promise<ArchivedPiece[]> {
  return sql<ArchivedPiece>`
    select p.table_name as "tableName", p.month, f.file_name as "fileName", f.storage_key as "storageKey", f.sha256,
      p.row_count as "rowCount", p.first_position as "firstPosition"
    from archived_pieces p join files f on f.id = p.file_id order by p.id`.many(db);
}

/** An email as one line of JSON. */
export async function findEmailLines(
  db: Executor,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<{ id: number; line: string }[]> {
  return sql<{ id: number; line: string }>`
    select e.id, row_to_json(e)::text as line from emails e where e.id > ${after} and e.id < ${before}
    order by e.id limit ${limit}`.many(db);
}
