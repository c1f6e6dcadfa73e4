import * as oidc from 'openid-client';
import type { Visitor } from '../../access/caller.ts';
import { RedirectAnswer } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { decryptSecret } from '../../encrypted-secret.ts';
import { describeError } from '../../log.ts';
import {
  discover,
  isProviderFailure,
  type OidcClient,
  refusalReason,
  refusedDocument,
  withEitherAuthentication,
} from './oidc-client.ts';
import { findProvider, type Provider } from './providers.queries.ts';
import { providerFailed, refuseSignIn, signInRefused, unverifiedAnswer } from './refusals.commands.ts';
import { donePath, finishTrip, startTrip, type Trip, type TripStart, useProviderCode } from './trips.commands.ts';
import { type Claims, vouchFor } from './vouched-people.commands.ts';
import { completeNames } from './whole-name.ts';

export function redirectUriOf({ config }: Pick<AppContext, 'config'>): string {
  return `${config.publicUrl}/v1/auth/oidc/callback`;
}

/** What the secret is encrypted for. */
export function secretPurpose(organizationId: number): string {
  return `OIDC client secret of organization ${organizationId}`;
}

/** The provider's page, with a new trip. */
export async function startOidc(app: AppContext, caller: Visitor, provider: Provider, wanted: TripStart) {
  const { organizationId } = provider;
  const found = await discover(app.config, clientOf(app, provider)).catch((error) =>
    refuseFailure(app, caller, organizationId, error),
  );
  const [nonce, codeVerifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const trip = { organizationId, kind: 'oidc', nonce, codeVerifier, ...wanted } as const;
  const { state, cookie } = await startTrip(app, trip);
  const location = oidc.buildAuthorizationUrl(found, {
    response_type: 'code',
    redirect_uri: redirectUriOf(app),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // Also makes the provider tell when it last asked the person.
    ...(wanted.again ? { prompt: 'login', max_age: '0' } : { max_age: String(app.config.sessionMaxDays * 86_400) }),
  });
  return { location: location.href, cookie };
}

interface Returned {
  state: string;
  /** The query as the provider sent it. */
  search: string;
  cookies: string | undefined;
}

/** Takes the provider's answer from the browser, and sends the browser on with a code of ours. */
export async function finishOidc(app: AppContext, caller: Visitor, { state, search, cookies }: Returned) {
  const trip = await finishTrip(app, caller, { kind: 'oidc', state, cookies });
  const code = new URLSearchParams(search).get('code');
  if (code !== null) await useProviderCode(app, caller, trip, code);
  const provider = await findProvider(app.db, trip.organizationId, 'oidc');
  if (!provider) {
    const error = signInRefused('Your organization has switched off this way to sign in. Ask your administrator.');
    return refuseSignIn(app, caller, { organizationId: trip.organizationId, reason: 'no provider', error });
  }
  const claims = await readClaims(app, provider, trip, { state, search }).catch((error) =>
    refuseFailure(app, caller, trip.organizationId, error),
  );
  return new RedirectAnswer(donePath(await vouchFor(app, caller, claims), trip.returnPath));
}

/** Exchanges the provider's code and checks the ID token: signature, issuer, audience, nonce and times. */
async function readClaims(
  app: AppContext,
  provider: Provider,
  { nonce, codeVerifier, again, kind, browserHash }: Trip,
  { state, search }: Pick<Returned, 'state' | 'search'>,
): Promise<Claims> {
  return withEitherAuthentication(app.config, clientOf(app, provider), async (found) => {
    const tokens = await oidc.authorizationCodeGrant(found, new URL(redirectUriOf(app) + search), {
      expectedState: state,
      expectedNonce: nonce ?? '',
      pkceCodeVerifier: codeVerifier ?? '',
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new Error('The provider sent no ID token.');
    // Many providers tell the address only when asked.
    const person =
      idToken.email === undefined && found.serverMetadata().userinfo_endpoint !== undefined
        ? await oidc.fetchUserInfo(found, tokens.access_token, idToken.sub)
        : idToken;
    return {
      organizationId: provider.organizationId,
      kind,
      browserHash,
      issuer: provider.issuer,
      subject: idToken.sub,
      email: textOf(person.email),
      emailVerified: isVerified(person.email_verified),
      ...namesIn(person),
      authenticatedAt: typeof idToken.auth_time === 'number' ? new Date(idToken.auth_time * 1000) : null,
      again,
    };
  });
}

/** Some providers send texts. */
function isVerified(claim: unknown): boolean | null {
  if (claim === undefined || claim === null) return null;
  return claim === true || claim === 'true';
}

/** Some providers send the whole name only. */
function namesIn({ given_name, family_name, name }: Record<string, unknown>) {
  return completeNames({ firstName: textOf(given_name), lastName: textOf(family_name) }, textOf(name));
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}

function clientOf({ config }: AppContext, { organizationId, issuer, clientId, clientSecret }: Provider): OidcClient {
  if (clientId === null || clientSecret === null) throw new Error(`Organization ${organizationId} has no OIDC client.`);
  const secret = decryptSecret(config.encryptionKey, secretPurpose(organizationId), clientSecret);
  return { issuer, clientId, clientSecret: secret };
}

function refuseFailure(app: AppContext, caller: Visitor, organizationId: number, error: unknown): Promise<never> {
  const document = refusedDocument(error);
  if (document) return refuseSignIn(app, caller, { organizationId, reason: document.problem, error: document });
  const failed = isProviderFailure(error);
  app.log.warn({ organizationId, error: describeError(error) }, 'sign-in by OIDC refused');
  const reason = failed ? 'provider failed' : refusalReason(error);
  return refuseSignIn(app, caller, { organizationId, reason, error: failed ? providerFailed() : unverifiedAnswer() });
}
