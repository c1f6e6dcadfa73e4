import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import type { AddedMember, TypedMember } from '@kinbridge/contract/members/members.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, callQuery } from '../../lib/api.ts';
import { useOwnOrganizationId } from '../../lib/current-user.ts';
import { writeSort } from '../../lib/lists/list-url.ts';
import { userQuery } from '../../lib/queries/user.query.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useCreation } from '../../lib/use-creation.ts';

export interface MembersSearch {
  /** Counted from 0. */
  page: number;
  size: number;
  sort: { field: MemberSortField; descending: boolean };
  name: string;
  /** YYYY-MM-DD, or empty. */
  birthDate: string;
}

export const membersKey = ['members'] as const;

/** Specification §9: results stay cached without expiry, so that going back shows them immediately. */
export function membersQuery(organizationId: number, search: MembersSearch) {
  const { page, size, sort, name, birthDate } = search;
  return callQuery([...membersKey, organizationId, search], 'POST /v1/organizations/{id}/members/search', {
    params: { id: organizationId },
    body: {
      entityId: String(organizationId),
      entityType: 'ORGANIZATION',
      role: 'PATIENT',
      page,
      size,
      sort: `user.${writeSort(sort)}`,
      ...(name && { name }),
      ...(birthDate && { birthDate }),
    },
    placeholderData: keepPreviousData,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The draft name of a member who wasn't added yet. */
export const addMemberDraft = 'add-member';

/** Members who may be the person being typed. */
export function similarMembersQuery(organizationId: number, typed: TypedMember | null) {
  return callQuery([...membersKey, 'similar', organizationId, typed], 'POST /v1/organizations/{id}/members/similar', {
    params: { id: organizationId },
    body: typed ?? {},
    enabled: typed !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function useAddMember() {
  const organizationId = useOwnOrganizationId();
  return useCreation({
    mutationFn: (member: AddedMember, idempotencyKey) =>
      call('POST /v1/organizations/{id}/members', {
        params: { id: organizationId },
        body: member,
        idempotencyKey,
      }),
    onSuccess: ({ member }) => {
      queryClient.setQueryData(userQuery(member.id).queryKey, member);
      void invalidate(membersKey, ['duplicates']);
    },
  });
}
