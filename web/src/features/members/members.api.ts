import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** A member is a user, and is kept with the users: a signed-in member's own page and profile are one record. */
export function memberQuery(id: number) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call('GET /v1/users/{id}', { params: { id: String(id) }, signal }),
  });
}
