import type { StaffActor } from '../../access/actor.ts';
import type { Database } from '../../db/database.ts';
import { auditRead } from '../audit/audit-reads.ts';

interface RequestRead {
  id: number;
  requestId: string;
  /** The ticket was already open: audited like every read, but not shown as a new view. */
  background: boolean;
}

/** Records a read of a request with its member. */
export function recordRequestRead(db: Database, actor: StaffActor, read: RequestRead): Promise<void> {
  const entry = { action: 'service-request.read', entityType: 'service-request', entityId: read.id };
  const detail = read.background ? { background: true } : {};
  return auditRead(db, { actor, requestId: read.requestId, organizationId: actor.organizationId, ...entry, detail });
}
