import type { Calls } from '@kinbridge/contract/calls';
import type { CallOutput } from '@kinbridge/contract/shared/call';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readDeviceToken } from '../../lib/device-token.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** A session, or the question for the second factor. */
export type Linked = CallOutput<Calls['POST /v1/auth/sso/link']>;

/** The question for the second factor, and what is needed after it. */
export type AskedFactor = Extract<Linked, { secondFactor: unknown }>['secondFactor'] & {
  device: string;
  returnPath: string | null;
};

/** Where people of this address sign in. Asked once per address; without a connection nobody is told anything. */
export function useSignInPage(email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return useQuery({
    queryKey: ['single-sign-on', 'find', domain],
    queryFn: () => call('POST /v1/auth/sso/find', { body: { email } }),
    ...once,
  });
}

export function organizationNameQuery(slug: string) {
  return queryOptions({
    queryKey: ['single-sign-on', 'organization', slug],
    queryFn: () => call('GET /v1/auth/sso/{slug}/organization', { params: { slug } }),
    ...once,
  });
}

/** Exchanges a code, which can be used once. */
export function useCode(code: string) {
  return useQuery({
    queryKey: ['single-sign-on', 'code', code],
    queryFn: async () => call('POST /v1/auth/sso', { body: { code, deviceToken: await readDeviceToken(deviceName) } }),
    enabled: code !== '',
    ...once,
  });
}

const once = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
  retryOnMount: false,
} as const;

export function useLink() {
  return useMutation({
    mutationFn: async (body: { token: string; email: string; password: string }) => {
      const { email, ...rest } = body;
      return call('POST /v1/auth/sso/link', { body: { ...rest, deviceToken: await readDeviceToken(email) } });
    },
  });
}

export function useConfirm() {
  return useMutation({
    mutationFn: async (body: { token: string }) =>
      call('POST /v1/auth/sso/confirm', { body: { ...body, deviceToken: await readDeviceToken(deviceName) } }),
  });
}

/** The address isn't known before the code is exchanged, so the last person who came this way is remembered. */
export const deviceName = 'single sign-on';
