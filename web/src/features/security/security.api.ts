import type { User } from '@kinbridge/contract/users/users.contract';
import { call } from '../../lib/api.ts';
import { readDeviceToken } from '../../lib/device-token.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function useChangePassword({ id, email }: User) {
  return useMutation({
    mutationFn: async (body: { currentPassword: string; password: string }) => {
      const deviceToken = email === null ? undefined : await readDeviceToken(email);
      return call('PUT /v1/users/{id}/password', { params: { id }, body: { ...body, deviceToken } });
    },
  });
}
