import type { Actor } from '../../access/actor.ts';
import { forbidden } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { audit } from '../audit/audit.commands.ts';

/** Somebody who says to be another one, or of another organization, is refused, and that is kept on record. */
export async function refuseClaim(
  db: Database,
  actor: Actor,
  claimed: 'other-user' | 'other-organization',
  requestId: string,
): Promise<never> {
  // In a transaction of its own: the one of the call, if there is any, is undone by the refusal.
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
