import type {
  OrganizationDecision,
  OrganizationWarning,
  ProposalDecision,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { ListTab } from './organizations.api.ts';

export const organizationTexts = {
  title: 'Organizations',
  search: 'Search by name',
  noneFoundTitle: 'No organization found',
  noneFound: 'No organization in this list has that name.',
  unverified: 'Its first admin hasn’t verified their email yet, so there is nothing to decide.',
  failed: "We couldn't save the decision",
  changed: 'This profile changed',
  proposed: 'Proposed changes',
  otherProposed: 'These changes were replaced',
  restoreFirst: 'Restore the organization before you accept its changes.',
};

/** In the order of the tabs. */
export const approvalLabels: Record<OrganizationApproval, string> = {
  WAITING: 'Waiting',
  APPROVED: 'Approved',
  SUSPENDED: 'Suspended',
  REFUSED: 'Refused',
};

export const tabLabels: Record<ListTab, string> = { ...approvalLabels, PROPOSED: organizationTexts.proposed };

export const emptyTexts: Record<ListTab, [title: string, text: string]> = {
  WAITING: ['No organization is waiting', 'Organizations that register appear here until you approve or refuse them.'],
  APPROVED: ['No approved organizations yet', 'Organizations you approve appear here.'],
  SUSPENDED: ['No suspended organizations', 'Organizations you suspend appear here. You can restore them.'],
  REFUSED: ['No refused organizations', 'Organizations you refuse appear here. You can still approve them.'],
  PROPOSED: [
    'No proposed changes',
    'When an approved organization changes its name, logo, website or address, the changes appear here until you accept or decline them.',
  ],
};

export interface DecisionTexts {
  button: string;
  question: (name: string) => string;
  effect: string;
  done: string;
}

export const decisionTexts: Record<OrganizationDecision, DecisionTexts> = {
  approve: {
    button: 'Approve',
    question: (name) => `Approve ${name}?`,
    effect: 'Other organizations can find it and send it requests. We email its admins.',
    done: 'Organization approved.',
  },
  refuse: {
    button: 'Refuse',
    question: (name) => `Refuse ${name}?`,
    effect:
      'Other organizations can’t find it, and its staff can only view records. We email the reason to its admins.',
    done: 'Organization refused.',
  },
  suspend: {
    button: 'Suspend',
    question: (name) => `Suspend ${name}?`,
    effect:
      'Other organizations can no longer find it, its queued texts aren’t sent, and its staff can only view records. We email the reason to its admins.',
    done: 'Organization suspended.',
  },
  restore: {
    button: 'Restore',
    question: (name) => `Restore ${name}?`,
    effect: 'It goes back to how it was before: approved or waiting. We email its admins.',
    done: 'Organization restored.',
  },
};

export const needsReason = (decision: OrganizationDecision) => decision === 'refuse' || decision === 'suspend';

export const proposalTexts: Record<ProposalDecision, DecisionTexts> = {
  accept: {
    button: 'Accept',
    question: (name) => `Accept the changes of ${name}?`,
    effect: 'Everyone sees them. We email its admins.',
    done: 'Changes accepted.',
  },
  decline: {
    button: 'Decline',
    question: (name) => `Decline the changes of ${name}?`,
    effect: 'Its profile stays as it is. We email the reason to its admins.',
    done: 'Changes declined.',
  },
};

/** 'Same name as', followed by the other organization's name. */
export function warningText({ kind, domain }: OrganizationWarning): string {
  switch (kind) {
    case 'same-name':
      return 'Same name as';
    case 'similar-name':
      return 'Similar name to';
    case 'same-address':
      return 'Same address as';
    case 'same-domain':
      return `Same domain (${domain}) as`;
  }
}
