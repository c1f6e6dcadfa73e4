import type { Caller } from '../../access/caller.ts';
import { forbidden } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { record } from '../../records/happenings/record.commands.ts';

/** Refuses and audits a caller who claims to be another user or in another organization. */
export async function refuseClaim(
  db: Database,
  caller: Caller,
  claimed: 'other-user' | 'other-organization',
): Promise<never> {
  // In its own transaction, since the refusal rolls back the call's.
  await transaction(db, (tx) =>
    record(tx, {
      caller,
      action: `session.claimed-${claimed}`,
      entityId: caller.userId,
    }),
  );
  throw forbidden();
}
