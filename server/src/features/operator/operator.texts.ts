import type {
  ListedOrganization,
  OrganizationDecision,
  OrganizationWarning,
  ReviewedProfile,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { Outcome } from './decide-organization.commands.ts';
import type { ProposalOutcome } from './decide-proposal.commands.ts';

export const operatorUsage = `Usage:
  npm run operator -- add <email> --first-name … --last-name …
                                                        make a person an operator, who can use the console
  npm run operator -- remove <email>                    end an operator's access
  npm run operator -- people                            who is an operator
  npm run operator -- list [--all]                      who waits for approval, and which changes wait, with warnings
  npm run operator -- approve <id>                      list the organization
  npm run operator -- refuse <id> --reason "…"          don't list it; its staff can only read
  npm run operator -- suspend <id> --reason "…"         the same for an approved organization
  npm run operator -- restore <id>                      undo a refusal or suspension
  npm run operator -- accept <id>                       show everyone the changes of a profile that wait; the id
                                                        is the organization's, or that of the changes in the list
  npm run operator -- decline <id> --reason "…"         keep the profile as it is
  npm run operator -- reset-factors <email>             remove a person's passkeys and authenticator app
  npm run operator -- allow-passwords <id>              lift an organization's rule "Only single sign-on"`;

const words: Record<OrganizationApproval, string> = {
  WAITING: 'waiting',
  APPROVED: 'approved',
  REFUSED: 'refused',
  SUSPENDED: 'suspended',
};

const advice: Partial<Record<OrganizationDecision, string>> = {
  approve: 'Restore it instead.',
  suspend: 'Only approved organizations can be suspended. Refuse it instead.',
};

/** The outcome of a decision, for the terminal. */
export function outcomeSentence(id: number, decision: OrganizationDecision, outcome: Outcome): string {
  if (outcome.kind === 'absent') return `There is no organization ${id}.`;
  const subject = `${id} ${printable(outcome.name)}`;
  const state = words[outcome.approval];
  if (outcome.kind === 'changed') return `${subject} is now ${state}. Its admins are told by email.`;
  if (outcome.kind === 'unchanged') return `${subject} is already ${state}. Nothing changed.`;
  if (outcome.kind === 'unverified') {
    return `${subject} can't be decided on yet: its first admin hasn't verified their email. Unverified organizations are deleted after 7 days.`;
  }
  if (outcome.kind === 'overtaken')
    return `Someone else decided on ${outcome.name} in the meantime. It is ${state} now.`;
  if (outcome.kind === 'edited')
    return `${printable(outcome.name)} changed its profile after you opened it. Review it again, then decide.`;
  return `${subject} is ${state}. ${advice[decision] ?? ''}`.trim();
}

/** Why a decision on proposed changes couldn't be made. */
export function proposalRefusal(outcome: Exclude<ProposalOutcome, { kind: 'decided' }>): string {
  if (outcome.kind === 'closed')
    return `The organization is ${words[outcome.approval]}. Restore it before you accept its changes.`;
  if (outcome.kind === 'absent')
    return 'No changes are waiting. Someone else decided on them, or the organization withdrew them.';
  return 'The organization proposed other changes since. Review them, then decide.';
}

/** The list of waiting organizations, waiting changes and approved namesakes for the terminal. */
export function waitingLines(
  waiting: readonly ListedOrganization[],
  proposing: readonly ListedOrganization[],
  twins: readonly ListedOrganization[],
): string[] {
  return [
    ...(waiting.length > 0 ? organizationLines(waiting) : ['No organization is waiting for approval.', '']),
    ...(proposing.length > 0 ? ['Organizations that proposed changes:', '', ...organizationLines(proposing)] : []),
    ...(twins.length > 0 ? ['Approved organizations that share a name:', '', ...organizationLines(twins)] : []),
  ];
}

export function organizationLines(organizations: readonly ListedOrganization[]): string[] {
  return organizations.flatMap((organization) => [
    ...describe(organization),
    ...organization.warnings.map((warning) => `    WARNING: ${printable(warningSentence(warning))}`),
    ...proposalLines(organization.proposedProfile),
    '',
  ]);
}

const fieldWords: Record<ReviewedProfile['fields'][number]['field'], string> = {
  name: 'name',
  website: 'website',
  addressLine1: 'address',
  addressLine2: 'state',
  city: 'city',
  zipCode: 'ZIP code',
  imageFilename: 'logo',
};

function proposalLines(proposed: ReviewedProfile | null): string[] {
  if (!proposed) return [];
  const { id, proposedBy, createTimestamp, fields, namesakes } = proposed;
  return [
    `    Proposed changes ${id} by ${fullName(proposedBy)}, ${createTimestamp.slice(0, 10)}:`,
    ...fields.map(
      ({ field, value, proposedValue }) => `      ${fieldWords[field]}: ${value ?? '–'} → ${proposedValue ?? '–'}`,
    ),
    ...namesakes.map((warning) => `      WARNING: ${warningSentence(warning)}`),
  ].map(printable);
}

const warningWords: Record<OrganizationWarning['kind'], string> = {
  'same-name': 'same name as',
  'similar-name': 'similar name to',
  'same-address': 'same address as',
  'same-domain': 'same domain as',
};

/** 'same domain (harbor.example) as 12 Harbor' */
function warningSentence({ kind, domain, organization }: OrganizationWarning): string {
  const words = domain === null ? warningWords[kind] : `same domain (${domain}) as`;
  return `${words} ${organization.id} ${organization.name}`;
}

function describe(organization: ListedOrganization): string[] {
  const { id, name, approval, verified, createTimestamp, reason } = organization;
  const state = approval === 'WAITING' && !verified ? 'waiting, email not verified yet' : words[approval];
  const { address, city, zipCode, email, phoneNumber, website, admins } = organization;
  const contact = [[address, city, zipCode].filter(Boolean).join(', '), email, phoneNumber, website].filter(Boolean);
  return [
    `${id}  ${name}  (${state}, registered ${createTimestamp.slice(0, 10)})`,
    `    ${contact.join(' | ')}`,
    ...admins.map((admin) => `    Admin: ${admin.name} <${admin.email}>`),
    ...(reason === null ? [] : [`    Reason: ${reason}`]),
  ].map(printable);
}

/** Strangers choose these names, so control and direction characters must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
