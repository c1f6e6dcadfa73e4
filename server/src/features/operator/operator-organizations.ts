import {
  type OrganizationDecision,
  organizationDecisions,
  type RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { AppError, notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { decidedFrom, type Outcome } from './decide-organization.commands.ts';
import { outcomeSentence } from './operator.texts.ts';
import { findOrganization, findRegistrationDetails } from './registered-organizations.queries.ts';

/** One organization with its warnings and the decisions that apply now. */
export async function readOrganization(db: Executor, id: number): Promise<RegisteredOrganization> {
  const organization = await findOrganization(db, id);
  if (!organization) throw notFound('organization');
  const { approval, verified } = organization;
  return {
    ...organization,
    ...(await findRegistrationDetails(db, id)),
    decisions: organizationDecisions.filter((decision) => verified && decidedFrom[decision].includes(approval)),
  };
}

/** Answers a decision that couldn't be made; another operator may have been faster. */
export function refuseOutcome(id: number, decision: OrganizationDecision, outcome: Outcome): void {
  if (outcome.kind === 'changed' || outcome.kind === 'unchanged') return;
  if (outcome.kind === 'absent') throw notFound('organization');
  const { approval } = outcome;
  throw new AppError('conflict', outcomeSentence(id, decision, outcome), { extra: { current: { approval } } });
}
