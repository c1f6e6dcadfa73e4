/** Specification §3: the two partner types with their labels. */
export const organizationTypeLabels = {
  CARE_PROVIDER: 'Social Services Provider',
  SERVICE_PROVIDER: 'Medical Services Provider',
} as const;

export type OrganizationType = keyof typeof organizationTypeLabels;
export const organizationTypes = Object.keys(organizationTypeLabels) as [OrganizationType, ...OrganizationType[]];
