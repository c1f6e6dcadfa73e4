import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { dismissSetup } from './setup.commands.ts';
import { findSetup } from './setup.queries.ts';

export const setupRoutes = [
  route('GET /v1/organizations/{id}/setup', 'organization:edit', ({ app, actor, params }) => {
    if (params.id !== actor.organizationId) throw notFound('organization');
    return findSetup(app.db, actor.organizationId);
  }),

  route('PUT /v1/organizations/{id}/setup', 'organization:edit', ({ app, actor, params, body, requestId }) => {
    if (params.id !== actor.organizationId) throw notFound('organization');
    return transaction(app.db, async (tx) => {
      await dismissSetup(tx, actor, body.dismissed, requestId);
      return findSetup(tx, actor.organizationId);
    });
  }),
];
