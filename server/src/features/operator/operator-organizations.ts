import {
  type OrganizationDecision,
  organizationDecisions,
  type RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { AppError, orNotFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { decidedFrom, type Outcome } from './decide-organization.commands.ts';
import type { ProposalOutcome } from './decide-proposal.commands.ts';
import { outcomeSentence, proposalRefusal } from './operator.texts.ts';
import { findOrganization, findRegistrationDetails } from './registered-organizations.queries.ts';

/** One organization with its warnings and the decisions that apply now. */
export async function readOrganization(db: Executor, id: number): Promise<RegisteredOrganization> {
  const organization = orNotFound(await findOrganization(db, id), 'organization');
  const { approval, verified } = organization;
  return {
    ...organization,
    ...(await findRegistrationDetails(db, id)),
    decisions: organizationDecisions.filter((decision) => verified && decidedFrom[decision].includes(approval)),
  };
}

/** Answers a decision that couldn't be made; the organization or another operator may have been faster. */
export async function refuseOutcome(
  db: Executor,
  id: number,
  decision: OrganizationDecision,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === 'changed' || outcome.kind === 'unchanged') return;
  throw await conflict(db, id, outcomeSentence(id, decision, outcome));
}

export async function refuseProposalOutcome(db: Executor, id: number, outcome: ProposalOutcome): Promise<void> {
  if (outcome.kind !== 'decided') throw await conflict(db, id, proposalRefusal(outcome));
}

async function conflict(db: Executor, id: number, sentence: string): Promise<AppError> {
  return new AppError('conflict', sentence, { extra: { current: await readOrganization(db, id) } });
}
