import * as oidc from 'openid-client';
import type { Config } from '../../config.ts';
import { DocumentRefused, findJsonProblem } from '../../document-bounds.ts';
import {
  clockToleranceSeconds,
  createProviderFetch,
  type ProviderRequest,
  ProviderUnreachable,
  refusedAnswer,
} from '../../outside/identity-provider/provider-fetch.ts';
import { isAllowedUrl } from '../../outside/network/guarded-request.ts';

export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Reads the provider's own description, each time, so changed addresses and keys count at the next sign-in. The
 * signature of every ID token is verified.
 */
export async function discover(
  { singleSignOn }: Pick<Config, 'singleSignOn'>,
  { issuer, clientId, clientSecret }: OidcClient,
  authentication = preferredAuthentication(clientSecret),
): Promise<oidc.Configuration> {
  const fetch = createProviderFetch(singleSignOn);
  const found = await oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    authentication,
    {
      [oidc.customFetch]: async (url, { method, headers, body }) => {
        const response = await fetch(url, { method, headers, body: body as ProviderRequest['body'] });
        const problem = findJsonProblem(await response.clone().text());
        if (problem !== null) throw refusedAnswer(problem);
        return response;
      },
      execute: [oidc.enableNonRepudiationChecks, ...(singleSignOn.loopback ? [oidc.allowInsecureRequests] : [])],
      timeout: singleSignOn.timeoutSeconds,
    },
  );
  const metadata = found.serverMetadata();
  // A description for many tenants, such as Entra ID's "common", would let any of them vouch for our people.
  if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) throw new Error('The provider names another issuer.');
  const { authorization_endpoint: page = '' } = metadata;
  if (!URL.canParse(page) || !isAllowedUrl(new URL(page), { ...singleSignOn, privateNetwork: true })) {
    throw new Error('The provider has no page to sign in.');
  }
  return found;
}

/** In a header, by default, or in the body if the provider says that it reads only that. */
function preferredAuthentication(secret: string): oidc.ClientAuth {
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] } = server;
    const authenticate = supported.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return authenticate(secret)(server, ...rest);
  };
}

/** Providers may accept both, but only one of them from this client. */
export async function withEitherAuthentication<T>(
  config: Config,
  client: OidcClient,
  work: (found: oidc.Configuration) => Promise<T>,
): Promise<T> {
  try {
    return await work(await discover(config, client));
  } catch (error) {
    if (!isClientRefused(error)) throw error;
    return work(await discover(config, client, oidc.ClientSecretPost(client.clientSecret)));
  }
}

function isClientRefused(error: unknown): boolean {
  return (
    error instanceof oidc.WWWAuthenticateChallengeError ||
    (error instanceof oidc.ResponseBodyError && error.error === 'invalid_client')
  );
}

const garbled = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_TIMEOUT', 'OAUTH_ABORT'];
const unavailable = ['server_error', 'temporarily_unavailable'];

/** Whether the provider is at fault, rather than the answer that came through the browser. */
export function isProviderFailure(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true;
  if (error instanceof oidc.AuthorizationResponseError) return unavailable.includes(error.error);
  const { code, cause } = error as { code?: string; cause?: unknown };
  return garbled.includes(code ?? '') || (cause instanceof Error && isProviderFailure(cause));
}

/** The provider's document that wasn't read, behind what the library made of it. */
export function refusedDocument(error: unknown): DocumentRefused | undefined {
  if (error instanceof DocumentRefused) return error;
  return error instanceof Error && error.cause !== undefined ? refusedDocument(error.cause) : undefined;
}

/** Why an answer was refused, for the audit log. */
export function refusalReason(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError) return 'denied by the provider';
  if (isClientRefused(error)) return 'client refused by the provider';
  if (error instanceof oidc.ResponseBodyError) return 'code refused by the provider';
  return 'token not valid';
}

export function withoutSlash(issuer: string): string {
  return issuer.replace(/\/+$/, '');
}
