import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import type { SortBy } from '@kinbridge/contract/shared/paging';

export interface MemberSearch {
  organizationId: number;
  name: string | undefined;
  birthDate: string | undefined;
  status: string | undefined;
  serviceType: string | undefined;
  serviceName: string | undefined;
  page: number;
  size: number;
  sort: SortBy<MemberSortField>;
}

/** Whether it asks for more than words. */
export function hasFilters({ birthDate, status, serviceType, serviceName }: MemberSearch): boolean {
  return Boolean(birthDate || status || serviceType || serviceName);
}

export interface FoundMembers {
  /** The members of the page, as JSON text. */
  content: string;
  /** On all pages. */
  total: number;
  /** Of the members on the page. */
  ids: number[];
}
