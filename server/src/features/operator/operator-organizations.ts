import {
  type ListedOrganization,
  type OrganizationDecision,
  organizationDecisions,
  type RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import {
  type OrganizationApproval,
  organizationApprovals,
} from '@kinbridge/contract/organizations/organization-approval';
import type { Page } from '@kinbridge/contract/shared/paging';
import { AppError, notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { decidedFrom, type Outcome } from './decide-organization.commands.ts';
import { impostorWarnings, plainName } from './impostor-warnings.ts';
import { outcomeSentence } from './operator.texts.ts';
import { findRegisteredOrganizations, findRegistrationDetails } from './registered-organizations.queries.ts';

interface Asked {
  approval?: OrganizationApproval | undefined;
  search?: string | undefined;
  page: number;
  size: number;
}

type Counts = Record<OrganizationApproval, number>;

/** A page of organizations, waiting ones first, then the newest. */
export async function listOrganizations(
  db: Executor,
  { approval, search = '', page, size }: Asked,
): Promise<Page<ListedOrganization> & { counts: Counts }> {
  const all = await findRegisteredOrganizations(db);
  const warningsOf = impostorWarnings(all);
  const wanted = plainName(search);
  const found = all.filter(({ name }) => plainName(name).includes(wanted));
  const shown = found
    .filter((organization) => approval === undefined || organization.approval === approval)
    .sort((one, other) => waitingFirst(other) - waitingFirst(one) || other.id - one.id);
  const count = (state: OrganizationApproval) => found.filter((organization) => organization.approval === state).length;
  return {
    content: shown
      .slice(page * size, (page + 1) * size)
      .map((organization) => ({ ...organization, warnings: warningsOf(organization.id) })),
    totalElements: shown.length,
    totalPages: Math.ceil(shown.length / size),
    size,
    number: page,
    counts: Object.fromEntries(organizationApprovals.map((state) => [state, count(state)])) as Counts,
  };
}

function waitingFirst({ approval }: Pick<ListedOrganization, 'approval'>): number {
  return approval === 'WAITING' ? 1 : 0;
}

/** One organization with its warnings and the decisions that apply now. */
export async function readOrganization(db: Executor, id: number): Promise<RegisteredOrganization> {
  const all = await findRegisteredOrganizations(db);
  const organization = all.find((one) => one.id === id);
  if (!organization) throw notFound('organization');
  const { approval, verified } = organization;
  return {
    ...organization,
    ...(await findRegistrationDetails(db, id)),
    warnings: impostorWarnings(all)(id),
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
