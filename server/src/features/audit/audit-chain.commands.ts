import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, transaction } from '../../db/database.ts';
import { countLateRows, findChainHead, findLinks, findUnsealedRows, lockChain } from './audit-chain.queries.ts';

const batch = 5_000;

function linkHash(before: Buffer, content: string): Buffer {
  return createHash('sha256').update(before).update(content, 'utf8').digest();
}

/** Appends the rows that are not in the chain yet. Requests never wait for it: they only insert. */
export async function sealAuditLog(db: Database): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await transaction(db, async (tx) => {
      await lockChain(tx);
      const rows = await findUnsealedRows(tx, batch);
      if (rows.length === 0) return 0;
      let { position, hash } = await findChainHead(tx);
      const links = rows.map((row) => {
        hash = linkHash(hash, row.content);
        position++;
        return { position, id: row.id, hash };
      });
      await sql`
        insert into audit_chain (position, audit_id, hash)
        select * from unnest(${links.map((link) => link.position)}::bigint[], ${links.map((link) => link.id)}::bigint[],
          ${links.map((link) => link.hash)}::bytea[])`.execute(tx);
      return rows.length;
    });
    sealed += count;
    if (count < batch) return sealed;
  }
}

export type ChainVerdict =
  | { intact: true; rows: number; head: string; unsealed: { count: number; first: number | null } }
  | { intact: false; auditId: number; reason: 'changed' | 'removed' | 'order' };

/** Walks the whole chain and names the first row that is not as it was sealed. */
export async function verifyAuditLog(db: Database): Promise<ChainVerdict> {
  let hash: Buffer = Buffer.alloc(32);
  let position = 0;
  for (;;) {
    const links = await findLinks(db, position, batch);
    for (const link of links) {
      if (link.position !== position + 1) return { intact: false, auditId: link.audit_id, reason: 'order' };
      if (link.content === null) return { intact: false, auditId: link.audit_id, reason: 'removed' };
      hash = linkHash(hash, link.content);
      if (!hash.equals(link.hash)) return { intact: false, auditId: link.audit_id, reason: 'changed' };
      position = link.position;
    }
    if (links.length < batch) break;
  }
  return { intact: true, rows: position, head: hash.toString('hex'), unsealed: await countLateRows(db) };
}
