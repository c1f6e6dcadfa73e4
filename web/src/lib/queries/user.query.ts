import { callQuery } from '../api.ts';

/** Set once a live update says that somebody erased the member. */
export const erasedMemberKey = (id: number) => ['erased-members', id] as const;

/** One person: yourself, an employee or a member. Members are stored with the users, so the record is the same. */
export function userQuery(id: number) {
  return callQuery(['users', id], 'GET /v1/users/{id}', { params: { id } });
}
