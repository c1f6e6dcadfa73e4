import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { addService, deleteService, updateServices } from './services.commands.ts';
import { countOpenRequests } from './services.queries.ts';

export const serviceRoutes = [
  route('POST /v1/services', 'service:edit', ({ actor, body, once, requestId }) =>
    once((tx) => addService(tx, actor, body, requestId)),
  ),

  route('POST /v1/services/updateServices', 'service:edit', ({ app, actor, body, requestId }) =>
    transaction(app.db, (tx) => updateServices(tx, actor, body, requestId)),
  ),

  route('GET /v1/services/{id}/open-requests', 'service:edit', async ({ app, actor, params }) => {
    const count = await countOpenRequests(app.db, actor.organizationId, params.id);
    if (count === null) throw notFound('service');
    return { count };
  }),

  route('POST /v1/services/deleteService/{id}', 'service:edit', async ({ app, actor, params, requestId }) => {
    await transaction(app.db, (tx) => deleteService(tx, actor, params.id, requestId));
    return undefined;
  }),
];
