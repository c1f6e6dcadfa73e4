import type { User } from '@kinbridge/contract/users/users.contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { isActiveStaff } from '../../lib/current-user.ts';
import { organizationKey } from '../../lib/queries/organization.query.ts';

/** The organization in the header. Staff who aren't active can't read it, so theirs comes from the public list. */
export function ownOrganizationQuery(user: User | undefined) {
  const id = user?.organizationId ?? null;
  const readable = user !== undefined && isActiveStaff(user);
  return queryOptions({
    queryKey: readable ? organizationKey(id) : ['organizations', id, 'listed'],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      if (readable && id !== null) return call('GET /v1/organizations/{id}', { params: { id }, signal });
      const listed = await call('GET /v1/organizations', { signal });
      return listed.find((organization) => organization.id === id) ?? null;
    },
  });
}
