import { requireProof } from '../../access/proof.ts';
import { organizationRoute } from '../../access/route.ts';
import { createScimToken, deleteScimToken } from './scim-tokens.commands.ts';
import { findScimTokens } from './scim-tokens.queries.ts';

export const scimTokenRoutes = [
  organizationRoute('GET /v1/organizations/{id}/scim-tokens', 'scim-token:read', 'params.id', ({ app, params }) =>
    findScimTokens(app.db, params.id),
  ),
  organizationRoute('POST /v1/organizations/{id}/scim-tokens', 'scim-token:edit', 'params.id', async (call) => {
    requireProof(call.caller);
    return createScimToken(call.app.db, call.caller);
  }),
  organizationRoute(
    'DELETE /v1/organizations/{id}/scim-tokens/{tokenId}',
    'scim-token:edit',
    'params.id',
    async (call) => {
      requireProof(call.caller);
      await deleteScimToken(call.app.db, call.caller, call.params.tokenId);
      return undefined;
    },
  ),
];
