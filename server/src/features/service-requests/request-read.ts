import type { StaffActor } from '../../access/actor.ts';
import type { Database } from '../../db/database.ts';
import { auditRead } from '../audit/audit-reads.ts';

interface RequestRead {
  id: number;
  requestId: string;
  /** Somebody who has the ticket open already: in the audit log like every read, but not a new view. */
  background: boolean;
}

/** Records that someone was shown a request with its member. */
export function recordRequestRead(db: Database, actor: StaffActor, read: RequestRead): Promise<void> {
  const entry = { action: 'service-request.read', entityType: 'service-request', entityId: read.id };
  const detail = read.background ? { background: true } : {};
  return auditRead(db, { actor, requestId: read.requestId, organizationId: actor.organizationId, ...entry, detail });
}
