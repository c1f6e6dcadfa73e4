import type { Actor } from '../../access/actor.ts';
import { forbidden } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { audit } from '../audit/audit.commands.ts';

/** Refuses and audits a caller who claims to be another user or in another organization. */
export async function refuseClaim(
  db: Database,
  actor: Actor,
  claimed: 'other-user' | 'other-organization',
  requestId: string,
): Promise<never> {
  // In its own transaction, since the refusal rolls back the call's.
  await transaction(db, (tx) =>
    audit(tx, {
      actor,
      requestId,
      organizationId: actor.organizationId,
      action: `session.claimed-${claimed}`,
      entityType: 'user',
      entityId: actor.userId,
    }),
  );
  throw forbidden();
}
