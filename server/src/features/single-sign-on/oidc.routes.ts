import { organizationRoute, publicRoute } from '../../access/route.ts';
import { readOidc, removeOidc, saveOidc } from './oidc.commands.ts';
import { finishOidc } from './oidc-sign-in.ts';

export const oidcRoutes = [
  organizationRoute('GET /v1/organizations/{id}/oidc', 'single-sign-on:edit', 'params.id', ({ app, caller }) =>
    readOidc(app, caller),
  ),

  organizationRoute('PUT /v1/organizations/{id}/oidc', 'single-sign-on:edit', 'params.id', ({ app, caller, body }) =>
    saveOidc(app, caller, body),
  ),

  organizationRoute('DELETE /v1/organizations/{id}/oidc', 'single-sign-on:edit', 'params.id', ({ app, caller }) =>
    removeOidc(app, caller),
  ),

  publicRoute('GET /v1/auth/oidc/callback', ({ app, caller, query, search, headers }) =>
    finishOidc(app, caller, { state: query.state ?? '', search, cookies: headers.cookie as string | undefined }),
  ),
];
