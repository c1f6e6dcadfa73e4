import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** A member is a user, and is kept with the users: a signed-in member's own page and profile are one record. */
export function memberQuery(id: number) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call('GET /v1/users/{id}', { params: { id: String(id) }, signal }),
  });
}

export interface MembersSearch {
  /** Counted from 0. */
  page: number;
  size: number;
  sort: { field: MemberSortField; descending: boolean };
  name: string;
  /** YYYY-MM-DD, or nothing. */
  birthDate: string;
}

export const membersKey = ['members'] as const;

/** Specification §9: what was found stays at hand without expiry, so that going back shows it at once. */
export function membersQuery(organizationId: number, search: MembersSearch) {
  const { page, size, sort, name, birthDate } = search;
  return queryOptions({
    queryKey: [...membersKey, organizationId, search] as const,
    queryFn: ({ signal }) =>
      call('POST /v1/organizations/{id}/members/search', {
        params: { id: String(organizationId) },
        body: {
          entityId: String(organizationId),
          entityType: 'ORGANIZATION',
          role: 'PATIENT',
          page,
          size,
          sort: `user.${sort.field},${sort.descending ? 'desc' : 'asc'}`,
          ...(name && { name }),
          ...(birthDate && { birthDate }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
