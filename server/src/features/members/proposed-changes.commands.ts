import type { IdentityField } from '@kinbridge/contract/member-fields/member-fields';
import type { Principal, StaffCaller } from '../../access/caller.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { auditPerson } from '../../records/audit/audit.commands.ts';
import { emailsToAdmins, queueEmails } from '../../records/emails/emails.commands.ts';
import { notify } from '../../records/events/events.commands.ts';

/** Who proposes, for which member. */
export interface Proposer {
  caller: Pick<StaffCaller, keyof Principal>;
  memberId: number;
  /** The organization that added the member. */
  addedBy: number;
  /** The record's version that the proposer saw; later versions are newer. */
  seenTimestamp?: string;
}

/** Proposes values that differ from the accepted ones. An earlier proposal for the same field is replaced. */
export async function proposeChanges(
  tx: Tx,
  proposer: Proposer,
  values: Partial<Record<IdentityField, string | null>>,
): Promise<void> {
  const fields = Object.keys(values) as IdentityField[];
  if (fields.length === 0) return;
  const { caller, memberId } = proposer;
  await withdrawPending(tx, proposer, fields);
  await sql`
    insert into proposed_changes (member_id, organization_id, field, proposed_value, proposed_by, create_timestamp)
    select ${memberId}, ${caller.organizationId}, field, value, ${caller.userId}, ${momentAfter(proposer)}
    from unnest(${fields}::text[], ${fields.map((field) => values[field] ?? null)}::text[]) as given (field, value)`.run(
    tx,
  );
  await auditPerson(tx, { caller, entityId: memberId, action: 'user.change-proposed', detail: { fields } });
  await emailAdmins(tx, proposer.addedBy, [memberId]);
  await notifyOfMember(tx, proposer);
}

/** Withdraws the organization's own proposals for these fields. */
export async function withdrawChanges(tx: Tx, proposer: Proposer, fields: IdentityField[]): Promise<void> {
  if (fields.length === 0) return;
  await withdrawPending(tx, proposer, fields);
  const { caller, memberId } = proposer;
  await auditPerson(tx, { caller, entityId: memberId, action: 'user.change-withdrawn', detail: { fields } });
  await notifyOfMember(tx, proposer);
}

async function withdrawPending(tx: Tx, proposer: Proposer, fields: IdentityField[]): Promise<void> {
  const { caller, memberId } = proposer;
  await sql`
    update proposed_changes set state = 'WITHDRAWN', decided_by = ${caller.userId}, decide_timestamp = ${momentAfter(proposer)}
    where member_id = ${memberId} and organization_id = ${caller.organizationId} and field = any(${fields}::text[])
      and state = 'PENDING'`.run(tx);
}

function momentAfter({ seenTimestamp }: Proposer) {
  return sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${seenTimestamp ?? null}::timestamptz + interval '1 ms')`;
}

const linksPerEmail = 20;

/** Sends one email to each active admin of the organization that added these members. */
export async function emailAdmins(tx: Tx, organizationId: number, memberIds: number[]): Promise<void> {
  const payload = { memberIds: memberIds.slice(0, linksPerEmail), count: memberIds.length };
  await queueEmails(tx, await emailsToAdmins(tx, organizationId, { kind: 'change-proposed', payload }));
}

/** Makes both organizations reload the member. */
export function notifyOfMember(tx: Tx, { caller, addedBy, memberId }: Proposer): Promise<void> {
  const organizations = [caller.organizationId, addedBy];
  return notify(tx, [{ event: 'member', organizations, data: { id: memberId } }]);
}
