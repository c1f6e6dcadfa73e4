import type { Actor } from '../../access/actor.ts';
import type { Database } from '../../db/database.ts';
import { auditRead } from '../audit/audit-reads.ts';

/** Records that somebody's record is answered: to who asks for it, and to whose change turned out to be none. */
export function recordUserRead(db: Database, actor: Actor, id: number, requestId: string): Promise<void> {
  const entry = { action: 'user.read', entityType: 'user', entityId: id };
  return auditRead(db, { actor, requestId, organizationId: actor.organizationId, ...entry });
}
