import type { Executor, Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';

export interface KeptAnswer {
  request_hash: Buffer;
  answer: unknown;
}

/**
 * Claims the key for this transaction and returns null, or returns the answer stored under it. If a concurrent call
 * holds the row, this one waits until it commits or fails.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  scope: string,
  key: string,
  hash: Buffer,
): Promise<KeptAnswer | null> {
  const claimed = await sql`
    insert into idempotency_keys (scope, key, request_hash) values (${scope}, ${key}, ${hash})
    on conflict do nothing returning 1`.maybeOne(tx);
  if (claimed) return null;
  return sql<KeptAnswer>`
    select request_hash, answer from idempotency_keys where scope = ${scope} and key = ${key}`.one(tx);
}

export async function keepAnswer(db: Executor, scope: string, key: string, answer: unknown): Promise<void> {
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
    where scope = ${scope} and key = ${key}`.run(db);
}
