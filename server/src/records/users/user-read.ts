import type { Caller } from '../../access/caller.ts';
import type { Database } from '../../db/database.ts';
import { auditRead } from '../audit/audit-reads.ts';

/** Records that a person's record was returned, for a read or an edit without changes. */
export function recordUserRead(db: Database, caller: Caller, id: number): Promise<void> {
  return auditRead(db, { caller, action: 'user.read', entityType: 'user', entityId: id });
}
