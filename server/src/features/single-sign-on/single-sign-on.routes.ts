import { FileAnswer, organizationRoute, publicRoute } from '../../access/route.ts';
import { notFound, orNotFound } from '../../app-error.ts';
import { userAgentOf } from '../auth/finish-sign-in.commands.ts';
import { checkDomain } from './domains.commands.ts';
import { domainOf } from './domains.queries.ts';
import { confirmSignIn } from './mailed-confirmation.commands.ts';
import { findNameBySlug, findSignInPage, isKnownSlug } from './providers.queries.ts';
import { readSaml, removeSaml, saveSaml } from './saml.commands.ts';
import { samlKeyPair } from './saml-key-pair.commands.ts';
import { ownMetadata, serviceProviderOf } from './saml-service-provider.ts';
import { acceptAssertion, finishSaml } from './saml-sign-in.commands.ts';
import { linkWithPassword, signInWithCode } from './sign-in-with-code.commands.ts';
import { startSignIn } from './start-sign-in.ts';

/** Loaded with its first use: the library for OpenID Connect would make every start longer. */
const loadSettings = () => import('./oidc.commands.ts');
const loadSignIn = () => import('./oidc-sign-in.ts');

export const singleSignOnRoutes = [
  publicRoute('POST /v1/auth/sso/find', async ({ app, body }) => {
    const page = await findSignInPage(app.db, domainOf(body.email));
    return page ?? { slug: null, organization: null };
  }),

  publicRoute('GET /v1/auth/sso/{slug}/organization', async ({ app, params }) => {
    const name = orNotFound(await findNameBySlug(app.db, params.slug), 'sign-in page');
    return { name };
  }),

  publicRoute('GET /v1/auth/sso/{slug}', ({ app, caller, params, query, headers, address }) =>
    startSignIn(app, caller, params.slug, { ...query, cookies: [headers.cookie].flat()[0], address }),
  ),

  publicRoute('POST /v1/auth/sso', ({ app, caller, body, headers }) =>
    signInWithCode(app, caller, { ...body, ...browserOf(headers) }),
  ),

  publicRoute('POST /v1/auth/sso/link', ({ app, caller, body, headers }) =>
    linkWithPassword(app, caller, { ...body, ...browserOf(headers) }),
  ),

  publicRoute('POST /v1/auth/sso/confirm', ({ app, caller, body, headers }) =>
    confirmSignIn(app, caller, { ...body, ...browserOf(headers) }),
  ),

  organizationRoute(
    'POST /v1/organizations/{id}/sign-in-domains/{domain}/check',
    'single-sign-on:connect',
    'params.id',
    ({ app, caller, params }) => checkDomain(app, caller, params.domain),
  ),

  organizationRoute('PUT /v1/organizations/{id}/saml', 'single-sign-on:connect', 'params.id', ({ app, caller, body }) =>
    saveSaml(app, caller, body),
  ),

  organizationRoute('GET /v1/organizations/{id}/saml', 'single-sign-on:read', 'params.id', ({ app, caller }) =>
    readSaml(app, caller),
  ),

  organizationRoute('DELETE /v1/organizations/{id}/saml', 'single-sign-on:remove', 'params.id', ({ app, caller }) =>
    removeSaml(app, caller),
  ),

  publicRoute('GET /v1/auth/saml/{slug}/metadata', async ({ app, params: { slug } }) => {
    if (!(await isKnownSlug(app.db, slug))) throw notFound('sign-in page');
    const xml = await ownMetadata(serviceProviderOf(app.config.publicUrl, slug), await samlKeyPair(app));
    return new FileAnswer(
      Buffer.from(xml),
      'application/samlmetadata+xml; charset=utf-8',
      `kinbridge-${slug}.xml`,
      'no-store',
    );
  }),

  publicRoute('POST /v1/auth/saml/{slug}/acs', ({ app, caller, params, form, address }) =>
    acceptAssertion(app, caller, params.slug, { form, address }),
  ),

  publicRoute('GET /v1/auth/saml/{slug}/finish', ({ app, caller, params, query, headers }) =>
    finishSaml(app, caller, params.slug, { state: query.state, cookies: [headers.cookie].flat()[0] }),
  ),

  organizationRoute('GET /v1/organizations/{id}/oidc', 'single-sign-on:read', 'params.id', async ({ app, caller }) =>
    (await loadSettings()).readOidc(app, caller),
  ),

  organizationRoute('PUT /v1/organizations/{id}/oidc', 'single-sign-on:connect', 'params.id', async (input) =>
    (await loadSettings()).saveOidc(input.app, input.caller, input.body),
  ),

  organizationRoute(
    'DELETE /v1/organizations/{id}/oidc',
    'single-sign-on:remove',
    'params.id',
    async ({ app, caller }) => (await loadSettings()).removeOidc(app, caller),
  ),

  publicRoute('GET /v1/auth/oidc/callback', async ({ app, caller, query, search, headers }) => {
    const { finishOidc } = await loadSignIn();
    return finishOidc(app, caller, { state: query.state ?? '', search, cookies: headers.cookie as string | undefined });
  }),
];

function browserOf(headers: Record<string, string | string[] | undefined>) {
  return { userAgent: userAgentOf(headers), cookies: [headers.cookie].flat()[0] };
}
