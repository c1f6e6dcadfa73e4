import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { seesMember } from './members.queries.ts';
import { findSurvivorId } from './merges.queries.ts';

/** Reports where a record went if a colleague merged it. */
export async function refuseMergedAway(tx: Tx, caller: Caller, id: number): Promise<void> {
  const survivorId = await findSurvivorId(tx, id);
  if (survivorId === null || !(await seesMember(tx, caller.organizationId, survivorId))) return;
  throw new AppError('conflict', `This record was merged into member ${survivorId}. Open that member instead.`);
}
