import { defaultRadiusMiles } from '@kinbridge/contract/organizations/search-radius';

/** Distances to choose from, in miles. */
export const radii = [defaultRadiusMiles, 25, 50] as const;

/** Where to look for services, as chosen. */
export interface SearchArea {
  center: 'organization' | 'member';
  /** In miles; null for all of them. */
  radius: number | null;
}

export const nearby: SearchArea = { center: 'organization', radius: defaultRadiusMiles };

interface ZipCodes {
  organization: string | null;
  member: string | null;
}

/** The middle of the area. Where the chosen ZIP code isn't known, it is the other one; null without either. */
export function centerOf(area: SearchArea, zipCodes: ZipCodes): SearchArea['center'] | null {
  const other = area.center === 'member' ? 'organization' : 'member';
  return ([area.center, other] as const).find((center) => zipCodes[center] !== null) ?? null;
}
