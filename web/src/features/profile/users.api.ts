import type { User, UserUpdate } from '@kinbridge/contract/users/users.contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readDeviceToken } from '../../lib/device-token.ts';
import { userQuery } from '../../lib/queries/user.query.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** The draft name of an unsaved edit. */
export function profileDraft(userId: number): string {
  return `profile.${userId}`;
}

/** Saves the profile; the server's response replaces the loaded one. */
export function useUpdateUser(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UserUpdate) => call('PUT /v1/users/{id}', { params: { id: String(id) }, body }),
    onSuccess: (user) => client.setQueryData(userQuery(id).queryKey, user),
  });
}

export function useChangePassword({ id, email }: User) {
  return useMutation({
    mutationFn: async (body: { currentPassword: string; password: string }) => {
      const deviceToken = email === null ? undefined : await readDeviceToken(email);
      return call('PUT /v1/users/{id}/password', { params: { id: String(id) }, body: { ...body, deviceToken } });
    },
  });
}
