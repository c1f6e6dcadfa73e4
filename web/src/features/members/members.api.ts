import type { UserUpdate } from '@kinbridge/contract/users/users.contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** A member is a user, and is kept with the users: a signed-in member's own page and profile are one record. */
export function memberQuery(id: number) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call('GET /v1/users/{id}', { params: { id: String(id) }, signal }),
  });
}

/** Saves the member; what the server answers takes the place of what was loaded before. */
export function useUpdateMember(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UserUpdate) => call('PUT /v1/users/{id}', { params: { id: String(id) }, body }),
    onSuccess: (member) => client.setQueryData(memberQuery(id).queryKey, member),
  });
}
