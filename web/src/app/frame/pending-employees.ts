import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** How many people wait for an admin's approval. Cached under the staff key, so that it updates with the staff. */
export function pendingEmployeesQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['users', 'staff', organizationId, 'pending'] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/pending-employees', { params: { id: String(organizationId) }, signal }),
  });
}
