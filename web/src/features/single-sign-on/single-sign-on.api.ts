import type { OidcForm, OidcSettings } from '@kinbridge/contract/single-sign-on/oidc.contract';
import type { SamlForm, SamlSettings } from '@kinbridge/contract/single-sign-on/saml.contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export interface SignOnSettings {
  oidc: OidcSettings;
  saml: SamlSettings;
}

export function signOnSettingsQuery(organizationId: number) {
  const params = { id: organizationId };
  return queryOptions({
    queryKey: ['organizations', organizationId, 'single-sign-on'],
    queryFn: async (): Promise<SignOnSettings> => {
      const [oidc, saml] = await Promise.all([
        call('GET /v1/organizations/{id}/oidc', { params }),
        call('GET /v1/organizations/{id}/saml', { params }),
      ]);
      return { oidc, saml };
    },
  });
}

export function useSaveOidc(organizationId: number) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: (body: OidcForm) => call('PUT /v1/organizations/{id}/oidc', { params: { id: organizationId }, body }),
    onSuccess: refresh,
  });
}

export function useSaveSaml(organizationId: number) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: (body: SamlForm) => call('PUT /v1/organizations/{id}/saml', { params: { id: organizationId }, body }),
    onSuccess: refresh,
  });
}

export function useRemoveProvider(organizationId: number) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: (kind: 'oidc' | 'saml') =>
      call(kind === 'oidc' ? 'DELETE /v1/organizations/{id}/oidc' : 'DELETE /v1/organizations/{id}/saml', {
        params: { id: organizationId },
      }),
    onSuccess: refresh,
  });
}

export function useCheckDomain(organizationId: number) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: (domain: string) =>
      call('POST /v1/organizations/{id}/sign-in-domains/{domain}/check', {
        params: { id: organizationId, domain },
      }),
    about: (domain) => domain,
    onSuccess: refresh,
  });
}

function useRefresh(organizationId: number) {
  return () => invalidate(signOnSettingsQuery(organizationId).queryKey);
}
