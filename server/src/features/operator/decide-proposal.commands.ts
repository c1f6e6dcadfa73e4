import type { ProposalDecision } from '@kinbridge/contract/operator/operator-organizations.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Principal } from '../../access/caller.ts';
import { type Database, transaction } from '../../db/database.ts';
import { emailsToAdmins, type QueuedEmail } from '../../records/emails/emails.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { applyProfile } from '../organizations/organizations.commands.ts';
import { findOrganization, lockOrganization } from '../organizations/organizations.queries.ts';
import { deleteProposal } from '../organizations/proposed-profiles.commands.ts';
import { findProposal } from '../organizations/proposed-profiles.queries.ts';

export type ProposalOutcome =
  | { kind: 'decided' }
  | { kind: 'replaced' | 'absent' }
  /** Accepting publishes, and a refused or suspended organization publishes nothing. */
  | { kind: 'closed'; approval: OrganizationApproval };

interface DecisionInput {
  decision: ProposalDecision;
  /** The changes that the operator saw. */
  proposalId: number;
  reason: string | null;
}

/** Records an operator's decision on proposed changes in the organization's log and the operators', with its emails. */
export function decideProposal(
  db: Database,
  caller: Principal,
  organizationId: number,
  { decision, proposalId, reason }: DecisionInput,
): Promise<ProposalOutcome> {
  return transaction(db, async (tx): Promise<ProposalOutcome> => {
    const before = await lockOrganization(tx, organizationId);
    const proposal = await findProposal(tx, organizationId);
    if (!proposal) return { kind: 'absent' };
    if (proposal.id !== proposalId) return { kind: 'replaced' };
    const accepts = decision === 'accept';
    if (accepts && before.approval !== 'APPROVED') return { kind: 'closed', approval: before.approval };
    const fields = (await findOrganization(tx, organizationId))?.proposedProfile?.fields.map(({ field }) => field);
    await deleteProposal(tx, proposal, accepts ? proposal.logoFileId : null);
    if (accepts) {
      const profile = { ...before.profile, ...proposal.values };
      await applyProfile(tx, organizationId, profile, { replaced: before.logoFileId, logoFileId: proposal.logoFileId });
    }
    const entry = {
      action: accepts ? 'organization.profile-accepted' : 'organization.profile-declined',
      entityId: organizationId,
      detail: { proposalId, fields },
    } as const;
    await record(tx, { ...entry, caller });
    const email: Pick<QueuedEmail, 'kind' | 'payload'> = accepts
      ? { kind: 'profile-accepted', payload: { organizationId } }
      : { kind: 'profile-declined', payload: { organizationId, reason: reason ?? '' } };
    const emails = await emailsToAdmins(tx, organizationId, email);
    await record(tx, { ...entry, caller: null, organizationId, emails });
    return { kind: 'decided' };
  });
}
