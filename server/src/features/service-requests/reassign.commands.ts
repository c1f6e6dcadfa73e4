import type { StaffCaller } from '../../access/caller.ts';
import { forbidden, invalidField, notFound } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { auditEach } from '../../records/audit/audit.commands.ts';
import { notifyRequestSql } from '../../records/events/events.commands.ts';
import { lockActiveAdmins, lockEmployee } from '../employees/employees.queries.ts';
import { requireActiveEmployee } from './create-service-request.commands.ts';
import { providerActed } from './response-clock.queries.ts';

/**
 * Reassigns an employee's open requests to a colleague or nobody, in one statement with its audit rows. Locks the
 * organization, so the colleague can't be terminated in between.
 */
export function reassignOpenRequests(
  db: Database,
  caller: StaffCaller,
  employeeId: number,
  assigneeId: number | null,
): Promise<{ reassigned: number[] }> {
  return transaction(db, async (tx) => {
    const admins = await lockActiveAdmins(tx, caller.organizationId);
    if (!admins.includes(caller.userId)) throw forbidden();
    if (!(await lockEmployee(tx, caller.organizationId, employeeId))) throw notFound('employee');
    if (assigneeId === employeeId) throw invalidField('assigneeId', 'Choose someone else.');
    if (assigneeId !== null) await requireActiveEmployee(tx, caller.organizationId, assigneeId);
    const rows = await sql<{ id: number }>`
      with held as (
        select id from service_requests
        where assignee_id = ${employeeId} and provider_id = ${caller.organizationId}
          and status not in ('COMPLETED', 'CANCELLED')
        order by id for update
      ), changed as (
        update service_requests r set assignee_id = ${assigneeId}::bigint, version = version + 1,
          update_timestamp = ${laterTimestamp}, ${providerActed}
        from held where r.id = held.id returning r.id, r.organization_id, r.provider_id, r.status, r.version
      ), recorded as (${auditEach('changed', {
        caller,
        action: 'service-request.assign',
        detail: { assigneeId, before: employeeId },
      })})
      select id, ${notifyRequestSql('changed')} from changed order by id`.many(tx);
    return { reassigned: rows.map((row) => row.id) };
  });
}
