import { organizationRoute } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { dismissSetup, findSetup } from './setup.commands.ts';

export const setupRoutes = [
  organizationRoute('GET /v1/organizations/{id}/setup', 'organization:edit', 'params.id', ({ app, params }) =>
    findSetup(app.db, params.id),
  ),

  organizationRoute('PUT /v1/organizations/{id}/setup', 'organization:edit', 'params.id', ({ app, caller, body }) =>
    transaction(app.db, async (tx) => {
      await dismissSetup(tx, caller, body.dismissed);
      return findSetup(tx, caller.organizationId);
    }),
  ),
];
