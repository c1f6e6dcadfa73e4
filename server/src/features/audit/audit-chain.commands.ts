import { createHash, createHmac } from 'node:crypto';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { askedDigest, audit } from './audit.commands.ts';
import {
  type ChainLink,
  countLateRows,
  findChainHead,
  findLinks,
  findUnsealedRows,
  lockChain,
  wasSealedLate,
} from './audit-chain.queries.ts';

const batch = 5_000;

/** A link's hash: without the key nobody can make one that fits. */
function linkHash(auditKey: string, before: Buffer, link: Pick<ChainLink, 'position' | 'sealed' | 'content'>): Buffer {
  // Rows that were sealed before there was a key.
  if (link.sealed === null) return createHash('sha256').update(before).update(String(link.content), 'utf8').digest();
  return createHmac('sha256', auditKey)
    .update(before)
    .update(`${link.position}\n${link.sealed}\n${link.content}`, 'utf8')
    .digest();
}

/** Appends the rows that are not in the chain yet. Requests never wait for it: they only insert. */
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
      ${links.map((link) => link.id)}::bigint[], ${links.map((link) => link.hash)}::bytea[]) as l`.execute(tx);
  return rows.length;
}

/** Where the unkeyed part ends: itself a row that only the key can seal, so that the end can't be moved. */
async function recordFirstKey(tx: Tx, head: { position: number; hash: Buffer }): Promise<void> {
  await audit(tx, {
    actor: null,
    requestId: null,
    organizationId: null,
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
      /** The first position that the key covers; null while the chain is empty. */
      keyedFrom: number | null;
      unsealed: { count: number; first: number | null };
      /** Rows that were added behind sealed ones long after those were sealed. */
      late: { count: number; first: number | null };
    }
  | { intact: false; auditId: number; reason: BrokenReason };

/** Walks the whole chain and names the first row that is not as it was sealed; `onLink` sees every link that fits. */
export async function verifyAuditLog(
  db: Database,
  auditKey: string,
  onLink: (position: number, hash: string) => void = () => undefined,
): Promise<ChainVerdict> {
  let hash: Buffer = Buffer.alloc(32);
  let position = 0;
  let keyedFrom: number | null = null;
  let highestId = 0;
  const late: number[] = [];
  let firstId = 0;
  for (;;) {
    const links = await findLinks(db, position, batch);
    for (const link of links) {
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
    if (links.length < batch) break;
  }
  // A chain that no key covers is one that anybody could have made.
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
