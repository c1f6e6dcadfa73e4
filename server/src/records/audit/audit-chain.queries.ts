import type { Executor, Tx } from '../../db/database.ts';
import { idsPerMonth, monthBefore } from '../../db/months.ts';
import { sql } from '../../db/sql.ts';

/** A log row as covered by its hash. */
export interface AuditRow {
  id: number;
  content: string;
}

/** The whole row as one text that doesn't depend on connection settings. */
const content = sql<string>`jsonb_build_array(a.id, to_char(a.create_timestamp at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  a.organization_id, a.actor_id, a.action, a.entity_type, a.entity_id, a.detail, a.request_id)::text`;

const moment = (column: string) =>
  sql<string>`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;

/** Locks the chain until the transaction ends; returns the database's time, or the given one. */
export async function lockChain(tx: Tx, at: Date | null): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('kinbridge.audit-chain'))`.run(tx);
  const { now } = await sql<{ now: string }>`select ${moment('t.now')} as now
    from (select coalesce(${at}::timestamptz, clock_timestamp()) as now) t`.one(tx);
  return now;
}

export interface ChainHead {
  position: number;
  hash: Buffer;
  keyed: boolean;
}

export async function findChainHead(db: Executor): Promise<ChainHead> {
  const head = await sql<ChainHead>`select position, hash, sealed_timestamp is not null as keyed
    from audit_chain order by position desc limit 1`.maybeOne(db);
  return head ?? { position: 0, hash: Buffer.alloc(32), keyed: false };
}

export async function findUnsealedRows(db: Tx, limit: number): Promise<AuditRow[]> {
  const { newest } = await sql<{ newest: number }>`
    select coalesce(max(audit_id), 0) as newest from audit_chain`.one(db);
  // A new month has no statistics yet, and a nested loop would read the whole chain for each row.
  await sql`set local enable_nestloop = off`.run(db);
  const rows: AuditRow[] = [];
  for (const range of unsealedRanges(newest)) {
    rows.push(...(await findUnsealedWithin(db, range, limit - rows.length)));
    if (rows.length === limit) break;
  }
  return rows;
}

/** A statement for each range: a join with the ranges reads all of the log and the chain. */
function findUnsealedWithin(
  db: Executor,
  { above, below }: { above: number; below: number },
  limit: number,
): Promise<AuditRow[]> {
  return sql<AuditRow>`
    select a.id, ${content} as content from audit_log a
    where a.id > ${above} and a.id < ${below} and not exists (
      select from audit_chain c where c.audit_id = a.id and c.audit_id > ${above} and c.audit_id < ${below})
    order by a.id limit ${limit}`.many(db);
}

export interface ChainLink {
  position: number;
  audit_id: number;
  hash: Buffer;
  /** The sealing time as covered by the hash; null before there was a key. */
  sealed: string | null;
  content: string | null;
  /** The search terms, if any and not erased, and their digest in the row. */
  asked: { text: string; salt: Buffer; digest: string | null } | null;
}

/** The chain in order with the current rows, null where a row was deleted; of all rows or of a range of ids. */
export async function findLinks(
  db: Executor,
  after: number,
  limit: number,
  { low, high } = { low: 0, high: Number.MAX_SAFE_INTEGER },
): Promise<ChainLink[]> {
  type Row = Omit<ChainLink, 'asked'> & { text: string | null; salt: Buffer; digest: string | null };
  const rows = await sql<Row>`
    select c.position, c.audit_id, c.hash, ${moment('c.sealed_timestamp')} as sealed,
      case when a.id is null then null else ${content} end as content,
      q.asked as text, q.salt, a.detail ->> 'askedDigest' as digest
    from audit_chain c left join audit_log a on a.id = c.audit_id left join audit_asked q on q.audit_id = c.audit_id
    where c.position > ${after} and c.audit_id >= ${low} and c.audit_id < ${high} order by c.position limit ${limit}`.many(
    db,
  );
  return rows.map(({ text, salt, digest, ...link }) => ({
    ...link,
    asked: text === null ? null : { text, salt, digest },
  }));
}

/** The search terms of these rows that aren't erased. */
export async function findAsked(
  db: Executor,
  auditIds: number[],
): Promise<Map<number, { text: string; salt: Buffer }>> {
  const rows = await sql<{ id: number; text: string; salt: Buffer }>`
    select audit_id as id, asked as text, salt from audit_asked where audit_id = any(${auditIds}::bigint[])`.many(db);
  return new Map(rows.map(({ id, text, salt }) => [id, { text, salt }]));
}

/** Whether a row was sealed long after the row with the next id, so it was inserted later. */
export async function wasSealedLate(db: Executor, auditId: number): Promise<boolean> {
  const row = await sql<{ late: boolean | null }>`
    select c.sealed_timestamp > next.sealed_timestamp + interval '15 minutes' as late
    from audit_chain c, lateral (
      select n.sealed_timestamp from audit_chain n where n.audit_id > c.audit_id order by n.audit_id limit 1) next
    where c.audit_id = ${auditId}`.maybeOne(db);
  return row?.late === true;
}

/** Rows that should be sealed by now: old ones, and ones with an id below one sealed long ago. */
export async function countLateRows(db: Executor): Promise<{ count: number; first: number | null }> {
  return sql<{ count: number; first: number | null }>`
    select count(*) as count, min(a.id) as first from audit_log a
    where not exists (select from audit_chain c where c.audit_id = a.id)
      and (a.create_timestamp < now() - interval '15 minutes' or a.id < (
        select max(c.audit_id) from audit_chain c where c.sealed_timestamp < now() - interval '15 minutes'))`.one(db);
}

/** Ids are assigned before commit, so a row may appear after later ones; this is how far back we look. */
const lookBack = 1_000_000;

/**
 * Where rows that aren't sealed yet can be, given the newest sealed id: after it, shortly before it, and as shortly
 * before the turn of the month. An id is its month and a number that runs on, so the months before end at that number.
 */
export function unsealedRanges(newest: number): { above: number; below: number }[] {
  const month = Math.floor(newest / idsPerMonth);
  const lowest = (newest % idsPerMonth) - lookBack;
  const here = { above: month * idsPerMonth + lowest, below: Number.MAX_SAFE_INTEGER };
  if (month === 0) return [here];
  // Rows from before there were months have the number alone.
  const earlier = [0, monthBefore(month)].map((start) => ({
    above: start * idsPerMonth + lowest,
    below: (start + 1) * idsPerMonth,
  }));
  return [...earlier, here];
}

/** A part of the chain that was archived, read when the verification gets there. */
export interface ArchivedLinks {
  firstPosition: number;
  read(): Promise<ChainLink[]>;
}

/** An archived file that is missing or isn't as it was written. */
export class ArchiveDamaged extends Error {
  constructor(
    readonly fileName: string,
    readonly problem: string,
  ) {
    super(`The archived file ${fileName} ${problem}.`);
  }
}

const batch = 5_000;

/** The whole chain in order, archived parts included. A gap or a repetition comes out as it is. */
export async function* chainLinks(db: Executor, archived: ArchivedLinks[]): AsyncGenerator<ChainLink> {
  const unread = archived.toSorted((one, other) => one.firstPosition - other.firstPosition);
  const old = new Map<number, ChainLink>();
  let position = 0;
  let stored: ChainLink[] = [];
  for (;;) {
    while (unread[0] && unread[0].firstPosition <= position + 1) {
      for (const link of (await unread.shift()?.read()) ?? []) old.set(link.position, link);
    }
    if (stored.length === 0) stored = (await findLinks(db, position, batch)).reverse();
    const next = old.get(position + 1) ?? stored.pop() ?? old.values().next().value;
    if (!next && unread[0]) {
      position = unread[0].firstPosition - 1;
      continue;
    }
    if (!next) return;
    old.delete(next.position);
    yield next;
    position = next.position;
  }
}
