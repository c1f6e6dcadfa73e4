import type { OrganizationDecision } from '@kinbridge/contract/operator/operator-organizations.contract';
import { commandCaller } from '../access/caller.ts';
import type { Database } from '../db/database.ts';
import { decidedFrom, decideOrganization, type Outcome } from '../features/operator/decide-organization.commands.ts';
import { decideProposal } from '../features/operator/decide-proposal.commands.ts';
import { organizationLines, outcomeSentence, proposalRefusal } from '../features/operator/operator.texts.ts';
import { findOrganization, findProposingOrganization } from '../features/operator/registered-organizations.queries.ts';
import { StartError } from '../start-error.ts';
import type { ReviewOrder } from './operator-order.ts';

/** Where an operator reads what they decide on, and confirms it. */
export interface Terminal {
  show(lines: string[]): void;
  confirm(question: string): Promise<boolean>;
}

const nothing = 'Nothing changed.';

/** Decides on an organization or its proposed changes. The answer is for the terminal. */
export async function carryOutReview(db: Database, order: ReviewOrder, terminal: Terminal | null): Promise<string> {
  const { decision, id, reason } = order;
  if (decision === 'accept' || decision === 'decline') return decideOnChanges(db, { decision, id, reason }, terminal);
  if (decision === 'approve') return approve(db, id, terminal);
  return sayOutcome(id, decision, await decideOrganization(db, commandCaller, id, { decision, reason }));
}

/** Approves what the operator saw: if it changed in between, it is shown again. */
async function approve(db: Database, id: number, terminal: Terminal | null): Promise<string> {
  for (;;) {
    const organization = await findOrganization(db, id);
    const asks = organization?.verified && decidedFrom.approve.includes(organization.approval);
    if (asks && terminal) {
      terminal.show(organizationLines([organization]));
      if (!(await terminal.confirm('Approve this organization?'))) return nothing;
    }
    const seen = organization?.updateTimestamp;
    const outcome = await decideOrganization(db, commandCaller, id, { decision: 'approve', reason: null, seen });
    if (outcome.kind !== 'edited' || !terminal) return sayOutcome(id, 'approve', outcome);
    terminal.show([outcomeSentence(id, 'approve', outcome), '']);
  }
}

/** Repeating a decision isn't a failure. */
function sayOutcome(id: number, decision: OrganizationDecision, outcome: Outcome): string {
  const sentence = outcomeSentence(id, decision, outcome);
  if (outcome.kind !== 'changed' && outcome.kind !== 'unchanged') throw new StartError(sentence);
  return `✓ ${sentence}`;
}

/** Decides on the changes that the operator saw: if others wait in their place, those are shown. */
async function decideOnChanges(
  db: Database,
  { decision, id, reason }: { decision: 'accept' | 'decline'; id: number; reason: string | null },
  terminal: Terminal | null,
): Promise<string> {
  for (;;) {
    const organization = await findProposingOrganization(db, id);
    const proposed = organization?.proposedProfile;
    if (!organization || !proposed) throw new StartError(`No changes are waiting for ${id}.`);
    if (decision === 'accept' && terminal) {
      terminal.show(organizationLines([organization]));
      if (!(await terminal.confirm('Accept these changes?'))) return nothing;
    }
    const input = { decision, proposalId: proposed.id, reason };
    const outcome = await decideProposal(db, commandCaller, organization.id, input);
    if (outcome.kind === 'decided') {
      const done = decision === 'accept' ? 'accepted' : 'declined';
      return `✓ Changes ${proposed.id} of organization ${organization.id} are ${done}. Its admins are told by email.`;
    }
    if (outcome.kind !== 'replaced' || !terminal) throw new StartError(proposalRefusal(outcome));
    terminal.show([proposalRefusal(outcome), '']);
  }
}
