import type { SignUp } from '@kinbridge/contract/auth/auth.contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { storeSession } from '../../lib/session.ts';

/** Specification §4: a successful login goes to / and loads the page afresh, now with a session. */
export function useLogin() {
  return useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      storeSession(await call('POST /v1/auth/login', { body }));
      // Replaced, so that Back does not lead from the portal to a login form that has done its work.
      window.location.replace('/');
    },
  });
}

/** Creates a login. The same input sent twice, by a double click or after a lost answer, creates it once. */
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

/** Verifying is asked for once per token, however often the page renders; a query is what remembers that. */
export function useVerifyEmail(token: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const verified = await call('POST /v1/auth/verify-email', { body: { token } });
      // Whoever is signed in has the new address from now on; what was loaded, or is on its way, still has the old one.
      await client.cancelQueries({ queryKey: ['users'] });
      await client.invalidateQueries({ queryKey: ['users'] });
      return verified;
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // A link that failed is tried again by the person, not by a return to the window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useRequestResetCode() {
  return useMutation({
    mutationFn: (email: string) => call('POST /v1/auth/forgotPassword/{email}', { params: { email } }),
  });
}

export function useSetNewPassword() {
  return useMutation({
    mutationFn: (body: { email: string; token: string; password: string }) =>
      call('POST /v1/auth/forgotPasswordVerify', { body }),
  });
}
