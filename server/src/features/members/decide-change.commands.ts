import type { IdentityField } from '@kinbridge/contract/member-fields/member-fields';
import type { ProposedChange } from '@kinbridge/contract/users/proposed-changes.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, forbidden, notFound } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { auditPerson } from '../../records/audit/audit.commands.ts';
import { notify } from '../../records/events/events.commands.ts';
import { findChange } from '../../records/users/proposed-changes.queries.ts';
import { writeUserFields } from '../../records/users/user-fields.commands.ts';
import { seesMember } from './members.queries.ts';
import { refuseMergedAway } from './merged-away.ts';

const actions = { ACCEPTED: 'user.change-accepted', DECLINED: 'user.change-declined' } as const;

/**
 * Accepts or declines a proposed change for the organization that added the member. Of two parallel decisions, one
 * wins.
 */
export function decideChange(
  db: Database,
  caller: StaffCaller,
  decided: { memberId: number; changeId: number; state: keyof typeof actions },
): Promise<ProposedChange> {
  const { memberId, changeId, state } = decided;
  return transaction(db, async (tx) => {
    const change = await lockPendingChange(tx, caller, memberId, changeId);
    await sql`
      update proposed_changes set state = ${state}, decided_by = ${caller.userId},
        decide_timestamp = greatest(date_trunc('milliseconds', clock_timestamp()), create_timestamp + interval '1 ms')
      where id = ${changeId}`.run(tx);
    const { field } = change;
    if (state === 'ACCEPTED') await writeUserFields(tx, memberId, [field], { [field]: change.proposed_value });
    const entry = { caller, entityId: memberId, action: actions[state], detail: { fields: [field] } };
    await auditPerson(tx, entry);
    const organizations = [caller.organizationId, change.organization_id];
    await notify(tx, [{ event: 'member', organizations, data: { id: memberId } }]);
    return findChange(tx, changeId);
  });
}

interface LockedChange {
  field: IdentityField;
  proposed_value: string | null;
  state: string;
  organization_id: number;
  added_by: number | null;
}

async function lockPendingChange(
  tx: Tx,
  caller: StaffCaller,
  memberId: number,
  changeId: number,
): Promise<LockedChange> {
  await sql`select 1 from users where id = ${memberId} for update`.run(tx);
  if (!(await seesMember(tx, caller.organizationId, memberId))) {
    await refuseMergedAway(tx, caller, memberId);
    throw notFound('member');
  }
  const change = await sql<LockedChange>`
    select c.field, c.proposed_value, c.state, c.organization_id, u.organization_id as added_by
    from proposed_changes c join users u on u.id = c.member_id
    where c.id = ${changeId} and c.member_id = ${memberId} for update of c`.maybeOne(tx);
  if (change && change.added_by !== caller.organizationId && change.organization_id === caller.organizationId) {
    throw forbidden();
  }
  if (!change || change.added_by !== caller.organizationId) throw notFound('proposed change');
  if (change.state !== 'PENDING') {
    throw new AppError('conflict', 'Someone already decided this change. Reload to see the current values.');
  }
  return change;
}
