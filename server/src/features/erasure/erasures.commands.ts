import { erasureKinds } from '@kinbridge/contract/erasure/erasure.contract';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { eraseAgain } from './erasure.commands.ts';

/** An erasure without identity, as the list to apply after a restore has it. */
export const erasure = z.strictObject({
  organizationId: z.int().positive(),
  memberId: z.int().positive(),
  kind: z.enum(erasureKinds),
  createTimestamp: z.iso.datetime(),
});
export type Erasure = z.infer<typeof erasure>;

/** Every erasure, oldest first. */
export async function findErasures(db: Executor): Promise<Erasure[]> {
  const rows = await sql<{ erasure: Erasure }>`
    select json_build_object('organizationId', organization_id, 'memberId', member_id, 'kind', kind,
      'createTimestamp', ${iso('create_timestamp')}) as erasure from erasures order by id`.many(db);
  return rows.map((row) => row.erasure);
}

/**
 * Erases members that a restored backup brought back: those of the list whose erasure the database doesn't know.
 * Returns how many were erased again.
 */
export async function applyErasures(
  db: Database,
  config: Pick<Config, 'derivationKey'>,
  list: Erasure[],
): Promise<number> {
  let applied = 0;
  for (const one of list) if (await transaction(db, (tx) => eraseAgain(tx, config, one))) applied++;
  return applied;
}
