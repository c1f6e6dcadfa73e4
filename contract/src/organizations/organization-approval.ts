/** Whether other organizations see an organization. Only APPROVED ones are listed and receive requests. */
export const organizationApprovals = ['WAITING', 'APPROVED', 'REFUSED', 'SUSPENDED'] as const;
export type OrganizationApproval = (typeof organizationApprovals)[number];

/** A closed organization's staff read and change nothing. */
export type ClosedApproval = 'REFUSED' | 'SUSPENDED';
export const closedApprovals: readonly ClosedApproval[] = ['REFUSED', 'SUSPENDED'];

export function isClosed(approval: OrganizationApproval | null): approval is ClosedApproval {
  return (closedApprovals as readonly (string | null)[]).includes(approval);
}

/** How long a review usually takes, as screens and e-mails say it. */
export const reviewTime = 'within 2 business days';
