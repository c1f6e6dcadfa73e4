import { call } from '../../lib/api.ts';
import { readDeviceToken } from '../../lib/device-token.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function useRequestResetCode() {
  return useMutation({
    mutationFn: (email: string) => call('POST /v1/auth/forgotPassword/{email}', { params: { email } }),
  });
}

export function useSetNewPassword() {
  return useMutation({
    mutationFn: async (body: { email?: string; token: string; password: string }) => {
      const deviceToken = body.email === undefined ? undefined : await readDeviceToken(body.email);
      return call('POST /v1/auth/forgotPasswordVerify', { body: { ...body, deviceToken } });
    },
  });
}
