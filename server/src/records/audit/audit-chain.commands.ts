import { createHash, createHmac } from 'node:crypto';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { askedDigest, audit } from './audit.commands.ts';
import {
  type ArchivedLinks,
  type ChainLink,
  chainLinks,
  countLateRows,
  findChainHead,
  findUnsealedRows,
  lockChain,
  wasSealedLate,
} from './audit-chain.queries.ts';

const batch = 5_000;

/** A link's hash, which can't be forged without the key. */
function linkHash(auditKey: string, before: Buffer, link: Pick<ChainLink, 'position' | 'sealed' | 'content'>): Buffer {
  // Sealed before there was a key.
  if (link.sealed === null) return createHash('sha256').update(before).update(String(link.content), 'utf8').digest();
  return createHmac('sha256', auditKey)
    .update(before)
    .update(`${link.position}\n${link.sealed}\n${link.content}`, 'utf8')
    .digest();
}

/** Appends rows that aren't in the chain yet. Requests only insert, so they never wait for it. */
export async function sealAuditLog(db: Database, auditKey: string, at: Date | null = null): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await transaction(db, (tx) => sealBatch(tx, auditKey, at));
    sealed += count;
    if (count < batch) return sealed;
  }
}

async function sealBatch(tx: Tx, auditKey: string, at: Date | null): Promise<number> {
  const now = await lockChain(tx, at);
  const head = await findChainHead(tx);
  if (head.position > 0 && !head.keyed) await recordFirstKey(tx, head);
  const rows = await findUnsealedRows(tx, batch);
  if (rows.length === 0) return 0;
  let { position, hash } = head;
  const links = rows.map((row) => {
    position++;
    hash = linkHash(auditKey, hash, { position, sealed: now, content: row.content });
    return { position, id: row.id, hash };
  });
  await sql`
    insert into audit_chain (position, audit_id, hash, sealed_timestamp)
    select l.*, ${now}::timestamp at time zone 'UTC' from unnest(${links.map((link) => link.position)}::bigint[],
      ${links.map((link) => link.id)}::bigint[], ${links.map((link) => link.hash)}::bytea[]) as l`.run(tx);
  return rows.length;
}

/** Marks the end of the unkeyed part with a row only the key can seal, so the mark can't be moved. */
async function recordFirstKey(tx: Tx, head: { position: number; hash: Buffer }): Promise<void> {
  await audit(tx, {
    caller: null,
    action: 'audit.keyed',
    entityType: 'audit-chain',
    entityId: head.position,
    detail: { hash: head.hash.toString('hex') },
  });
}

export type BrokenReason = 'changed' | 'removed' | 'order' | 'unkeyed' | 'asked';

export type ChainVerdict =
  | {
      intact: true;
      rows: number;
      head: string;
      /** The first position covered by the key; null while the chain is empty. */
      keyedFrom: number | null;
      unsealed: { count: number; first: number | null };
      /** Rows sealed long after their neighbors. */
      late: { count: number; first: number | null };
    }
  | { intact: false; auditId: number; reason: BrokenReason };

/**
 * Walks the chain, archived months included, and reports the first row that differs from when it was sealed; `onLink`
 * sees every valid link.
 */
export async function verifyAuditLog(
  db: Database,
  auditKey: string,
  onLink: (position: number, hash: string) => void = () => undefined,
  archived: ArchivedLinks[] = [],
): Promise<ChainVerdict> {
  let hash: Buffer = Buffer.alloc(32);
  let position = 0;
  let keyedFrom: number | null = null;
  let highestId = 0;
  const late: number[] = [];
  let firstId = 0;
  for await (const link of chainLinks(db, archived)) {
    const broken = (reason: BrokenReason) => ({ intact: false as const, auditId: link.audit_id, reason });
    if (link.position !== position + 1) return broken('order');
    if (link.content === null) return broken('removed');
    if (link.sealed === null && keyedFrom !== null) return broken('unkeyed');
    hash = linkHash(auditKey, hash, link);
    if (!hash.equals(link.hash)) return broken('changed');
    if (link.asked !== null && askedDigest(auditKey, link.asked.salt, link.asked.text) !== link.asked.digest) {
      return broken('asked');
    }
    position = link.position;
    onLink(position, hash.toString('hex'));
    firstId ||= link.audit_id;
    if (link.sealed !== null) keyedFrom ??= position;
    if (link.audit_id < highestId && (await wasSealedLate(db, link.audit_id))) late.push(link.audit_id);
    highestId = Math.max(highestId, link.audit_id);
  }
  // Anyone could have made a chain without a key.
  if (position > 0 && keyedFrom === null) return { intact: false, auditId: firstId, reason: 'unkeyed' };
  return {
    intact: true,
    rows: position,
    head: hash.toString('hex'),
    keyedFrom,
    unsealed: await countLateRows(db),
    late: { count: late.length, first: late[0] ?? null },
  };
}

/** Keeps the result of a verification for the operator's console. */
export async function recordVerification(
  db: Executor,
  { rows, problems }: { rows: number; problems: string[] },
): Promise<void> {
  await sql`insert into audit_verifications (intact, row_count, problem)
    values (${problems.length === 0}, ${rows}, ${problems.length === 0 ? null : problems.join(' ')})`.run(db);
}
