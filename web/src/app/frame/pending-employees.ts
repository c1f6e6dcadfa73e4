import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** How many people wait for an admin to let them in. Under the key of the staff, so that it changes with them. */
export function pendingEmployeesQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['users', 'staff', organizationId, 'pending'] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/pending-employees', { params: { id: String(organizationId) }, signal }),
  });
}
