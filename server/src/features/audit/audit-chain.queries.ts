import { sql } from 'kysely';
import type { Executor, Tx } from '../../db/database.ts';

/** A row of the log as its hash covers it. */
export interface AuditRow {
  id: number;
  content: string;
}

/** Everything in the row, as one text whose form does not depend on settings of the connection. */
const content = sql<string>`jsonb_build_array(a.id, to_char(a.create_timestamp at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  a.organization_id, a.actor_id, a.action, a.entity_type, a.entity_id, a.detail, a.request_id)::text`;

/** Ids are given out before commit, so a row may show up behind later ones; this far back they are looked for. */
const lookBack = 1_000_000;

export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kinbridge.audit-chain'))`.execute(tx);
}

export async function findChainHead(db: Executor): Promise<{ position: number; hash: Buffer }> {
  const { rows } = await sql<{ position: number; hash: Buffer }>`
    select position, hash from audit_chain order by position desc limit 1`.execute(db);
  return rows[0] ?? { position: 0, hash: Buffer.alloc(32) };
}

export async function findUnsealedRows(db: Executor, limit: number): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select a.id, ${content} as content from audit_log a
    where a.id > (select coalesce(max(audit_id), 0) - ${lookBack} from audit_chain)
      and not exists (select from audit_chain c where c.audit_id = a.id)
    order by a.id limit ${limit}`.execute(db);
  return rows;
}

export interface ChainLink {
  position: number;
  audit_id: number;
  hash: Buffer;
  content: string | null;
}

/** The chain in order, with each row as it is now; null where the row is gone. */
export async function findLinks(db: Executor, after: number, limit: number): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    select c.position, c.audit_id, c.hash, case when a.id is null then null else ${content} end as content
    from audit_chain c left join audit_log a on a.id = c.audit_id
    where c.position > ${after} order by c.position limit ${limit}`.execute(db);
  return rows;
}

/** Rows that should have been sealed by now; a row slipped in later with an old time shows up here. */
export async function countLateRows(db: Executor): Promise<{ count: number; first: number | null }> {
  const { rows } = await sql<{ count: number; first: number | null }>`
    select count(*) as count, min(a.id) as first from audit_log a
    where a.create_timestamp < now() - interval '15 minutes'
      and not exists (select from audit_chain c where c.audit_id = a.id)`.execute(db);
  return rows[0] ?? { count: 0, first: null };
}
