import { organizationRoute } from '../../access/route.ts';
import { createScimToken, deleteScimToken, scimTokenOf } from './scim-tokens.commands.ts';
import { findScimTokens } from './scim-tokens.queries.ts';

export const scimTokenRoutes = [
  organizationRoute('GET /v1/organizations/{id}/scim-tokens', 'scim-token:read', 'params.id', ({ app, params }) =>
    findScimTokens(app.db, params.id),
  ),
  organizationRoute('POST /v1/organizations/{id}/scim-tokens', 'scim-token:create', 'params.id', async (call) => {
    const { app, caller, body, once } = call;
    const { nonce, ...created } = await once((tx) => createScimToken(tx, app.config, caller, body));
    return { ...created, token: scimTokenOf(app.config, nonce) };
  }),
  organizationRoute(
    'DELETE /v1/organizations/{id}/scim-tokens/{tokenId}',
    'scim-token:delete',
    'params.id',
    async (call) => {
      await deleteScimToken(call.app.db, call.caller, call.params.tokenId);
      return undefined;
    },
  ),
];
