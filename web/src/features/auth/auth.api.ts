import type { SignUp } from '@kinbridge/contract/auth/auth.contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../lib/api.ts';
import { keepDeviceToken, readDeviceToken } from '../../lib/device-token.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { storeSession } from '../../lib/session.ts';
import { leaveLogin } from '../../lib/session-end.ts';
import { useMutation } from '../../lib/use-mutation.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Specification §4: a successful login goes to / and reloads, or to the page where the person's session ended. */
async function signIn(credentials: Credentials): Promise<void> {
  const deviceToken = await readDeviceToken(credentials.email);
  const answer = await call('POST /v1/auth/login', { body: { ...credentials, deviceToken } });
  await keepDeviceToken(credentials.email, answer.deviceToken);
  leaveLogin(storeSession(answer).userId);
}

export function useLogin() {
  return useMutation({ mutationFn: signIn });
}

/** Creates a login. The same input sent twice, by a double click or after a lost response, creates it once. */
export function useSignUp() {
  const last = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (body: SignUp) => {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: newIdempotencyKey() };
      return call('POST /v1/auth/sign-up', { body, idempotencyKey: last.current.key });
    },
  });
}

export function useResendVerification() {
  return useMutation({ mutationFn: (email: string) => call('POST /v1/auth/resend-verification', { body: { email } }) });
}

/**
 * What a mailed link needs. The token alone confirms a changed address; for a new account the server asks for the
 * password and changes nothing. Requested once per token, no matter how often the page renders.
 */
export function useMailedLink(token: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const verified = await call('POST /v1/auth/verify-email', { body: { token } });
      // A signed-in person has the new address from now on, so drop users that were loaded or requested before.
      await client.cancelQueries({ queryKey: ['users'] });
      await client.invalidateQueries({ queryKey: ['users'] });
      return verified;
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // A failed link is retried by the person, not when the window gets focus.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Verifies the account with the link and its password, and signs in with the same password. */
export function useVerifyEmail() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => call('POST /v1/auth/verify-email', { body }),
    onSuccess: async ({ email }, { password }) => {
      // The address is verified even if this login fails; the login form then takes over.
      await signIn({ email, password }).catch(() => window.location.replace('/login'));
    },
  });
}

export function useRequestResetCode() {
  return useMutation({
    mutationFn: (email: string) => call('POST /v1/auth/forgotPassword/{email}', { params: { email } }),
  });
}

export function useSetNewPassword() {
  return useMutation({
    mutationFn: async (body: { email: string; token: string; password: string }) => {
      const deviceToken = await readDeviceToken(body.email);
      return call('POST /v1/auth/forgotPasswordVerify', { body: { ...body, deviceToken } });
    },
  });
}
