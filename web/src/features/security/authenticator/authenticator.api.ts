import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export function authenticatorQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'totp'],
    queryFn: ({ signal }) => call('GET /v1/users/{id}/totp', { params: { id: String(userId) }, signal }),
  });
}

/** Asks for a secret. Nothing changes until a code made with it is confirmed. */
export function useBeginAuthenticator(userId: number) {
  return useMutation({ mutationFn: () => call('POST /v1/users/{id}/totp', { params: { id: String(userId) } }) });
}

/** Turns the app on with its first code; the answer has the recovery codes. */
export function useConfirmAuthenticator(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call('PUT /v1/users/{id}/totp', { params: { id: String(userId) }, body: { code } }),
    onSuccess: ({ recoveryCodes }) => rememberOn(client, userId, recoveryCodes),
  });
}

/** Replaces the recovery codes. */
export function useRenewRecoveryCodes(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /v1/users/{id}/totp/recovery-codes', { params: { id: String(userId) } }),
    onSuccess: ({ recoveryCodes }) => rememberOn(client, userId, recoveryCodes),
  });
}

function rememberOn(client: QueryClient, userId: number, { length: recoveryCodesLeft }: string[]): void {
  client.setQueryData(authenticatorQuery(userId).queryKey, { enabled: true, recoveryCodesLeft });
}

export function useTurnOffAuthenticator(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string; code: string }) =>
      call('DELETE /v1/users/{id}/totp', { params: { id: String(userId) }, body }),
    onSuccess: () => {
      client.setQueryData(authenticatorQuery(userId).queryKey, { enabled: false, recoveryCodesLeft: 0 });
      void client.invalidateQueries({ queryKey: ['users', userId], exact: true });
    },
  });
}
