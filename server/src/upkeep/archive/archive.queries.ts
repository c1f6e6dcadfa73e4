import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { idsPerMonth, monthAfter } from '../../db/months.ts';
import { sql } from '../../db/sql.ts';

/** A month's range of ids and the ending of its partitions' names. */
export interface ArchiveMonth {
  name: string;
  low: number;
  high: number;
  partition: string;
}

/** Rows from before there were months have ids below this. */
const firstMonth = 202_601;

/** Reads a month such as 2026-05, or 'before' for everything from before there were months; null if it is neither. */
export function readMonth(name: string): ArchiveMonth | null {
  if (name === 'before') return { name, low: 0, high: firstMonth * idsPerMonth, partition: 'before_months' };
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(name)) return null;
  const month = Number(name.replace('-', ''));
  return { name, low: month * idsPerMonth, high: monthAfter(month) * idsPerMonth, partition: String(month) };
}

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
  /** Emails and texts that haven't left. */
  unsent: number;
  /** When the newest row of each table was written. */
  newest: Record<string, string | null>;
}

export async function findMonthState(db: Executor, { low, high, partition }: ArchiveMonth): Promise<MonthState> {
  return sql<MonthState>`
    with logged as (
      select count(*) as n, max(id) as newest, max(create_timestamp) as at from audit_log where id >= ${low} and id < ${high}
    ),
    mailed as (
      select max(create_timestamp) as at, count(*) filter (where state in ('queued', 'sending')) as unsent
      from emails where id >= ${low} and id < ${high}
    ),
    texted as (
      select max(create_timestamp) as at, count(*) filter (where state in ('queued', 'sending')) as unsent
      from sms_messages where id >= ${low} and id < ${high}
    )
    select array(select c.relname::text from pg_class c
        where c.relnamespace = 'months'::regnamespace and c.relkind = 'r' and c.relname in (
          'audit_log_' || ${partition}, 'audit_chain_' || ${partition}, 'emails_' || ${partition},
          'sms_messages_' || ${partition}) order by 1) as partitions,
      coalesce(greatest(logged.at, mailed.at, texted.at) > now() - interval '90 days', false) as young,
      logged.n - (select count(*) from audit_chain where audit_id >= ${low} and audit_id < ${high}) as unsealed,
      coalesce((select audit_id >= ${low} and audit_id < ${high} from audit_chain order by position desc limit 1), false) as "hasHead",
      coalesce(logged.newest > (select counted_id from audit_action_counted), false) as uncounted,
      mailed.unsent + texted.unsent as unsent,
      json_build_object('audit_log', logged.at, 'emails', mailed.at, 'sms_messages', texted.at) as newest
    from logged, mailed, texted`.one(db);
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

interface Line {
  id: number;
  line: string;
}

interface LineRange {
  after: number;
  before: number;
  limit: number;
}

/** Rows as one line of JSON each. */
export const findLines = {
  emails: (db: Executor, { after, before, limit }: LineRange): Promise<Line[]> =>
    sql<Line>`select e.id, row_to_json(e)::text as line from emails e where e.id > ${after} and e.id < ${before}
      order by e.id limit ${limit}`.many(db),
  sms_messages: (db: Executor, { after, before, limit }: LineRange): Promise<Line[]> =>
    sql<Line>`select s.id, row_to_json(s)::text as line from sms_messages s where s.id > ${after} and s.id < ${before}
      order by s.id limit ${limit}`.many(db),
};

/** Up to when rows of each table were archived; null if none were. */
export interface ArchivedUntil {
  auditLog: string | null;
  texts: string | null;
}

export async function findArchivedUntil(db: Executor): Promise<ArchivedUntil> {
  return sql<ArchivedUntil>`
    select ${iso("max(newest) filter (where table_name = 'audit_log')")} as "auditLog",
      ${iso("max(newest) filter (where table_name = 'sms_messages')")} as texts
    from (
      -- Pieces without a time of their own were archived 90 days after their rows, or later.
      select table_name, coalesce(newest_timestamp, create_timestamp - interval '90 days') as newest from archived_pieces
    ) pieces`.one(db);
}
