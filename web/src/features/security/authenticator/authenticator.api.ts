import { call, callQuery } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export function authenticatorQuery(userId: number) {
  return callQuery(['users', userId, 'totp'], 'GET /v1/users/{id}/totp', { params: { id: userId } });
}

/** Asks for a secret. Nothing changes until a code made with it is confirmed. */
export function useBeginAuthenticator(userId: number) {
  return useMutation({ mutationFn: () => call('POST /v1/users/{id}/totp', { params: { id: userId } }) });
}

/** Turns the app on with its first code; the answer has the recovery codes. */
export function useConfirmAuthenticator(userId: number) {
  return useMutation({
    mutationFn: (code: string) => call('PUT /v1/users/{id}/totp', { params: { id: userId }, body: { code } }),
    onSuccess: ({ recoveryCodes }) => rememberOn(userId, recoveryCodes),
  });
}

/** Replaces the recovery codes. */
export function useRenewRecoveryCodes(userId: number) {
  return useMutation({
    mutationFn: () => call('POST /v1/users/{id}/totp/recovery-codes', { params: { id: userId } }),
    onSuccess: ({ recoveryCodes }) => rememberOn(userId, recoveryCodes),
  });
}

function rememberOn(userId: number, { length: recoveryCodesLeft }: string[]): void {
  queryClient.setQueryData(authenticatorQuery(userId).queryKey, { enabled: true, recoveryCodesLeft });
}

export function useTurnOffAuthenticator(userId: number) {
  return useMutation({
    mutationFn: (body: { password: string; code: string }) =>
      call('DELETE /v1/users/{id}/totp', { params: { id: userId }, body }),
    onSuccess: () => {
      queryClient.setQueryData(authenticatorQuery(userId).queryKey, { enabled: false, recoveryCodesLeft: 0 });
      void queryClient.invalidateQueries({ queryKey: ['users', userId], exact: true });
    },
  });
}
