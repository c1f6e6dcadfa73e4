import type { OrganizationDecision } from '@kinbridge/contract/operator/operator-organizations.contract';
import { isClosed, type OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Principal } from '../../access/caller.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { emailsToAdmins } from '../../records/emails/emails.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { tellSenders, tellSendersOfReturn } from '../../records/service-requests/unavailable.commands.ts';
import { skipQueuedSms } from '../../records/sms/sms.commands.ts';
import { lockApproval } from '../organizations/approval.queries.ts';

/** The states from which each decision is allowed; others are refused with a message. */
export const decidedFrom: Record<OrganizationDecision, readonly OrganizationApproval[]> = {
  approve: ['WAITING', 'REFUSED'],
  refuse: ['WAITING', 'APPROVED', 'SUSPENDED'],
  suspend: ['APPROVED'],
  restore: ['REFUSED', 'SUSPENDED'],
};

export type Outcome =
  | { kind: 'changed' | 'unchanged'; name: string; approval: OrganizationApproval }
  | { kind: 'absent' }
  | { kind: 'unverified' | 'impossible' | 'overtaken' | 'edited'; name: string; approval: OrganizationApproval };

interface DecisionInput {
  decision: OrganizationDecision;
  reason: string | null;
  /** The state that the operator saw. If it isn't the current one, nothing is decided. */
  approval?: OrganizationApproval;
  /** The updateTimestamp that the operator saw. Nothing is approved that nobody looked at. */
  seen?: string | undefined;
}

/**
 * Records an operator's decision in the organization's log and the operators', with its emails. Repeating it changes
 * nothing.
 */
export function decideOrganization(
  db: Database,
  caller: Principal,
  id: number,
  { decision, reason, approval, seen }: DecisionInput,
): Promise<Outcome> {
  return transaction(db, async (tx): Promise<Outcome> => {
    const found = await lockApproval(tx, id);
    if (!found) return { kind: 'absent' };
    const { name, approval: before } = found;
    if (!found.verified) return { kind: 'unverified', name, approval: before };
    if (approval !== undefined && approval !== before) return { kind: 'overtaken', name, approval: before };
    const restored = found.approvedBefore ? 'APPROVED' : 'WAITING';
    const after = ({ approve: 'APPROVED', refuse: 'REFUSED', suspend: 'SUSPENDED', restore: restored } as const)[
      decision
    ];
    if (after === before) return { kind: 'unchanged', name, approval: before };
    if (!decidedFrom[decision].includes(before)) return { kind: 'impossible', name, approval: before };
    if (decision === 'approve' && seen !== undefined && Date.parse(seen) !== found.updated.getTime()) {
      return { kind: 'edited', name, approval: before };
    }
    await setApproval(tx, id, after, isClosed(after) ? reason : null);
    const entry = { action: `organization.${decision}`, entityId: id, detail: { from: before, to: after } } as const;
    await record(tx, { ...entry, caller });
    const email = { kind: `organization-${decision}`, payload: { organizationId: id } };
    const emails = await emailsToAdmins(tx, id, email);
    await record(tx, { ...entry, caller: null, organizationId: id, emails });
    if (isClosed(after)) {
      await skipQueuedSms(tx, id);
      await tellSenders(tx, sql`r.provider_id = ${id} and r.organization_id <> ${id}`);
    } else if (isClosed(before)) await tellSendersOfReturn(tx, id);
    return { kind: 'changed', name, approval: after };
  });
}

async function setApproval(tx: Tx, id: number, approval: OrganizationApproval, reason: string | null): Promise<void> {
  await sql`update organizations set approval = ${approval}, approval_reason = ${reason},
    closed_timestamp = case when ${isClosed(approval)} then now() end,
    approved_timestamp = case when ${approval} = 'APPROVED' then coalesce(approved_timestamp, now()) else approved_timestamp end
    where id = ${id}`.run(tx);
}
