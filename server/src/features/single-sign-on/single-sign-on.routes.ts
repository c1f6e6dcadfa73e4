import { organizationRoute, publicRoute } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { userAgentOf } from '../auth/finish-sign-in.commands.ts';
import { checkDomain } from './domains.commands.ts';
import { domainOf } from './domains.queries.ts';
import { confirmSignIn } from './mailed-confirmation.commands.ts';
import { findNameBySlug, findSignInPage } from './providers.queries.ts';
import { linkWithPassword, signInWithCode } from './sign-in-with-code.commands.ts';
import { startSignIn } from './start-sign-in.ts';

export const singleSignOnRoutes = [
  publicRoute('POST /v1/auth/sso/find', async ({ app, body }) => {
    const page = await findSignInPage(app.db, domainOf(body.email));
    return page ?? { slug: null, organization: null };
  }),

  publicRoute('GET /v1/auth/sso/{slug}/organization', async ({ app, params }) => {
    const name = await findNameBySlug(app.db, params.slug);
    if (name === null) throw notFound('sign-in page');
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
];

function browserOf(headers: Record<string, string | string[] | undefined>) {
  return { userAgent: userAgentOf(headers), cookies: [headers.cookie].flat()[0] };
}
