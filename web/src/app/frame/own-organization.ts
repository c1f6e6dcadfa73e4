import type { User } from '@kinbridge/contract/users/users.contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { isActiveStaff } from '../../lib/current-user.ts';

/** The organization in the header. Staff who aren't active can't read it, so theirs comes from the public list. */
export function ownOrganizationQuery(user: User | undefined) {
  const id = user?.organizationId ?? null;
  return queryOptions({
    queryKey: ['organizations', id, user && isActiveStaff(user) ? 'own' : 'listed'],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      if (user && isActiveStaff(user)) {
        return call('GET /v1/organizations/{id}', { params: { id: String(id) }, signal });
      }
      const listed = await call('GET /v1/organizations', { signal });
      return listed.find((organization) => organization.id === id) ?? null;
    },
  });
}
