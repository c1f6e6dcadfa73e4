import type { StaffCaller } from '../../access/caller.ts';
import type { Database } from '../../db/database.ts';
import { auditRead } from '../../records/audit/audit-reads.ts';

interface RequestRead {
  id: number;
  /** The ticket was already open: audited like every read, but not shown as a new view. */
  background: boolean;
}

/** Records a read of a request with its member. */
export function recordRequestRead(db: Database, caller: StaffCaller, read: RequestRead): Promise<void> {
  const detail = read.background ? { background: true } : {};
  return auditRead(db, {
    caller,
    action: 'service-request.read',
    entityType: 'service-request',
    entityId: read.id,
    detail,
  });
}
