import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';

/** The organization as its admins want it: with the proposed values in place of those that others see. */
export function asProposed(organization: Organization): Organization {
  const proposed = organization.proposedProfile?.fields ?? [];
  const values = Object.fromEntries(proposed.map(({ field, proposedValue }) => [field, proposedValue]));
  return { ...organization, ...values };
}

export function hasProposedLogo({ proposedProfile }: Organization): boolean {
  return proposedProfile?.fields.some(({ field }) => field === 'imageFilename') ?? false;
}

/** What an edit sends as the logo's name beside no new logo: the proposed one's, which keeps it. */
export function keptLogo(known: Organization): { imageFilename?: string | null } {
  return hasProposedLogo(known) ? { imageFilename: asProposed(known).imageFilename } : {};
}
