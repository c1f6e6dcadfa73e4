import type { ErasureKind } from '@kinbridge/contract/erasure/erasure.contract';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { eraseAgain } from './erasure.commands.ts';

/** An erasure without identity, as the list to apply after a restore has it. */
export interface Erasure {
  organizationId: number;
  memberId: number;
  kind: ErasureKind;
  createTimestamp: string;
}

/** Every erasure, oldest first. */
export async function findErasures(db: Executor): Promise<Erasure[]> {
  const rows = await sql<{ erasure: Erasure }>`
    select json_build_object('organizationId', organization_id, 'memberId', member_id, 'kind', kind,
      'createTimestamp', ${iso('create_timestamp')}) as erasure from erasures order by id`.many(db);
  return rows.map(({ erasure }) => erasure);
}

/**
 * Erases members that a restored backup brought back: those of the list whose erasure the database doesn't know.
 * Returns how many were erased again.
 */
export async function applyErasures(db: Database, list: Erasure[]): Promise<number> {
  const known = new Set((await findErasures(db)).map(keyOf));
  let applied = 0;
  for (const erasure of list) {
    if (known.has(keyOf(erasure))) continue;
    const { organizationId, memberId } = erasure;
    if (await transaction(db, (tx) => eraseAgain(tx, organizationId, memberId))) applied++;
  }
  return applied;
}

const keyOf = ({ organizationId, memberId, createTimestamp }: Erasure) =>
  `${organizationId} ${memberId} ${Date.parse(createTimestamp)}`;
