import type { Actor } from '../../access/actor.ts';
import type { Database } from '../../db/database.ts';
import { auditRead } from '../audit/audit-reads.ts';

/** Records that a person's record was returned, for a read or an edit without changes. */
export function recordUserRead(db: Database, actor: Actor, id: number, requestId: string): Promise<void> {
  const entry = { action: 'user.read', entityType: 'user', entityId: id };
  return auditRead(db, { actor, requestId, organizationId: actor.organizationId, ...entry });
}
