import type { SamlConfig } from '@node-saml/node-saml';
import { clockToleranceSeconds } from '../../outside/identity-provider/provider-fetch.ts';
import type { SamlKeyPair } from './saml-key-pair.commands.ts';
import type { SamlProvider } from './saml-metadata.ts';

/** Kinbridge as one organization's provider knows it. */
export interface ServiceProvider {
  /** Our name, which is also the address of our metadata. */
  entityId: string;
  /** Where the provider's assertions arrive. */
  acsUrl: string;
}

export function serviceProviderOf(publicUrl: string, slug: string): ServiceProvider {
  const base = `${publicUrl}/v1/auth/saml/${slug}`;
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` };
}

/** Which name identifier the provider sends is its choice: none is asked for. */
const anyNameId = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

export async function ownMetadata(
  { entityId, acsUrl }: ServiceProvider,
  { privateKey, certificate }: SamlKeyPair,
): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: anyNameId,
    wantAssertionsSigned: true,
    decryptionPvk: privateKey,
    decryptionCert: certificate,
  });
}

/** The address of the provider's sign-in page with our request, whose answer must name `requestId`. */
export async function signInAddress(
  ours: ServiceProvider,
  provider: SamlProvider,
  { requestId, relayState, again }: { requestId: string; relayState: string; again: boolean },
): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const saml = new SAML({ ...samlOptions(ours, provider), forceAuthn: again, generateUniqueId: () => requestId });
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** How far a provider's clock may differ from ours, either way. */
export const clockSkewMs = clockToleranceSeconds * 1_000;

/** What requests and responses of one organization have in common: its provider's certificates, our names. */
export function samlOptions(ours: ServiceProvider, provider: SamlProvider): SamlConfig {
  return {
    issuer: ours.entityId,
    audience: ours.entityId,
    callbackUrl: ours.acsUrl,
    entryPoint: provider.signInUrl,
    idpCert: provider.certificates,
    idpIssuer: provider.entityId,
    identifierFormat: anyNameId,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // Many providers sign the assertion alone. It holds everything we use.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
  };
}
