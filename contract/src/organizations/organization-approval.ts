/** Whether others see an organization. Only APPROVED ones are listed and receive requests. */
export const organizationApprovals = ['WAITING', 'APPROVED', 'REFUSED', 'SUSPENDED'] as const;
export type OrganizationApproval = (typeof organizationApprovals)[number];

/** Staff of a closed organization can only read. */
export type ClosedApproval = 'REFUSED' | 'SUSPENDED';
export const closedApprovals: readonly ClosedApproval[] = ['REFUSED', 'SUSPENDED'];

export function isClosed(approval: OrganizationApproval | null): approval is ClosedApproval {
  return (closedApprovals as readonly (string | null)[]).includes(approval);
}

/** The usual review time, as shown on screens and in emails. */
export const reviewTime = 'within 2 business days';
