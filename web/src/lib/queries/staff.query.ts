import { userStatuses } from '@kinbridge/contract/users/user-status';
import { queryOptions } from '@tanstack/react-query';
import { call, callQuery } from '../api.ts';

/** The key for everything about staff. */
export const staffKey = ['users', 'staff'] as const;

function fetchStaff(organizationId: number, status: string, signal: AbortSignal) {
  return call('GET /v1/users', {
    query: { entityId: organizationId, entityType: 'ORGANIZATION', role: 'EMPLOYEE', status },
    signal,
  });
}

/**
 * All staff in one call. An organization has tens of employees, rarely hundreds, so counts, search and sorting work
 * locally. Members are paged by the server, because there are many.
 */
export function staffQuery(organizationId: number) {
  return queryOptions({
    queryKey: [...staffKey, organizationId, 'all'] as const,
    queryFn: ({ signal }) => fetchStaff(organizationId, userStatuses.join(','), signal),
  });
}

/** The organization's active staff, who can be assigned. Specification §9: without a retry. */
export function assignableStaffQuery(organizationId: number) {
  return queryOptions({
    queryKey: [...staffKey, organizationId, 'ACTIVE'] as const,
    queryFn: ({ signal }) => fetchStaff(organizationId, 'ACTIVE', signal),
    retry: false,
  });
}

/** How many people wait for an admin's approval. */
export function pendingStaffQuery(organizationId: number) {
  return callQuery([...staffKey, organizationId, 'pending'], 'GET /v1/organizations/{id}/pending-employees', {
    params: { id: organizationId },
  });
}
