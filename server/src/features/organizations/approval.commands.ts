import { isClosed, type OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Config } from '../../config.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { audit } from '../audit/audit.commands.ts';
import { queueEmail } from '../emails/emails.commands.ts';
import { skipQueuedSms } from '../sms/sms.commands.ts';
import { lockApproval } from './approval.queries.ts';

/** Activates the verified first admin; the organization is approved or waits for the operator. */
export async function openOrganization(
  tx: Tx,
  config: Pick<Config, 'organizationApproval'>,
  admin: { userId: number; organizationId: number | null; email: string },
): Promise<void> {
  const row = await sql<{ approval: string }>`
    update organizations set verified_timestamp = now(),
      approval = case when ${config.organizationApproval} = 'auto' then 'APPROVED' else approval end,
      approved_timestamp = case when ${config.organizationApproval} = 'auto' then now() end
    where id = ${admin.organizationId} and verified_timestamp is null returning approval`.maybeOne(tx);
  if (!row) return;
  await sql`update users set status = 'ACTIVE' where id = ${admin.userId}`.run(tx);
  if (row.approval === 'WAITING') {
    await queueEmail(tx, { kind: 'organization-waiting', userId: admin.userId, to: admin.email });
  }
}

export type Decision = 'approve' | 'refuse' | 'suspend' | 'restore';

/** The states from which each decision is allowed; others are refused with a message. */
const decidedFrom: Record<Decision, readonly OrganizationApproval[]> = {
  approve: ['WAITING', 'REFUSED'],
  refuse: ['WAITING', 'APPROVED', 'SUSPENDED'],
  suspend: ['APPROVED'],
  restore: ['REFUSED', 'SUSPENDED'],
};

export type Outcome =
  | { kind: 'changed' | 'unchanged'; name: string; approval: OrganizationApproval }
  | { kind: 'absent' }
  | { kind: 'unverified' | 'impossible'; name: string; approval: OrganizationApproval };

/** Records an operator's decision with its audit row and emails. Repeating it changes nothing. */
export function decideApproval(db: Database, id: number, decision: Decision, reason: string | null): Promise<Outcome> {
  return transaction(db, async (tx): Promise<Outcome> => {
    const found = await lockApproval(tx, id);
    if (!found) return { kind: 'absent' };
    const { name, approval: before } = found;
    if (!found.verified) return { kind: 'unverified', name, approval: before };
    const restored = found.approvedBefore ? 'APPROVED' : 'WAITING';
    const after = ({ approve: 'APPROVED', refuse: 'REFUSED', suspend: 'SUSPENDED', restore: restored } as const)[
      decision
    ];
    if (after === before) return { kind: 'unchanged', name, approval: before };
    if (!decidedFrom[decision].includes(before)) return { kind: 'impossible', name, approval: before };
    await setApproval(tx, id, after, isClosed(after) ? reason : null);
    await audit(tx, {
      caller: null,
      organizationId: id,
      action: `organization.${decision}`,
      entityType: 'organization',
      entityId: id,
      detail: { from: before, to: after },
    });
    await mailAdmins(tx, id, `organization-${decision}`);
    if (isClosed(after)) await skipQueuedSms(tx, id);
    return { kind: 'changed', name, approval: after };
  });
}

async function setApproval(tx: Tx, id: number, approval: OrganizationApproval, reason: string | null): Promise<void> {
  await sql`update organizations set approval = ${approval}, approval_reason = ${reason},
    approved_timestamp = case when ${approval} = 'APPROVED' then coalesce(approved_timestamp, now()) else approved_timestamp end
    where id = ${id}`.run(tx);
}

async function mailAdmins(tx: Tx, organizationId: number, kind: string): Promise<void> {
  const rows = await sql<{ id: number; email: string }>`
    select u.id, l.email from users u join logins l on l.user_id = u.id
    where u.organization_id = ${organizationId} and u.user_type = 'ADMIN' and u.status = 'ACTIVE'
      and l.verified_timestamp is not null order by u.id`.many(tx);
  for (const { id, email } of rows) {
    await queueEmail(tx, { kind, userId: id, to: email, payload: { organizationId } });
  }
}
