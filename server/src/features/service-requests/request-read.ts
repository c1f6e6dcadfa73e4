import type { StaffActor } from '../../access/actor.ts';
import type { Database } from '../../db/database.ts';
import { auditRead } from '../audit/audit-reads.ts';

/** Records that a request is answered, with its member: to who asks for it, and to whose change was refused or none. */
export function recordRequestRead(db: Database, actor: StaffActor, id: number, requestId: string): Promise<void> {
  const entry = { action: 'service-request.read', entityType: 'service-request', entityId: id };
  return auditRead(db, { actor, requestId, organizationId: actor.organizationId, ...entry });
}
