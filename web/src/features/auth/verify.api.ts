import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { signIn } from './auth.api.ts';

export function useResendVerification() {
  return useMutation({ mutationFn: (email: string) => call('POST /v1/auth/resend-verification', { body: { email } }) });
}

/**
 * Whether a mailed link is good. Without the password the server changes nothing, or a link that somebody was tricked
 * into opening would give their address away. Requested once per token, no matter how often the page renders.
 */
export function useMailedLink(token: string) {
  return useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => call('POST /v1/auth/verify-email', { body: { token, password: '' } }),
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
      const asked = await signIn({ email, password }).catch(() => 'failed');
      if (asked) window.location.replace('/login');
    },
  });
}
