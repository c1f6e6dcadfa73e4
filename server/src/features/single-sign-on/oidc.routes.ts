import { organizationRoute, publicRoute } from '../../access/route.ts';

/** Loaded with its first use: the library for OpenID Connect would make every start longer. */
const loadSettings = () => import('./oidc.commands.ts');
const loadSignIn = () => import('./oidc-sign-in.ts');

export const oidcRoutes = [
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
