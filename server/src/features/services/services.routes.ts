import { route } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { addService, deleteService, updateServices } from './services.commands.ts';

export const serviceRoutes = [
  route('POST /v1/services', 'service:edit', ({ actor, body, once, requestId }) =>
    once((tx) => addService(tx, actor, body, requestId)),
  ),

  route('POST /v1/services/updateServices', 'service:edit', ({ app, actor, body, requestId }) =>
    transaction(app.db, (tx) => updateServices(tx, actor, body, requestId)),
  ),

  route('POST /v1/services/deleteService/{id}', 'service:edit', async ({ app, actor, params, requestId }) => {
    await transaction(app.db, (tx) => deleteService(tx, actor, params.id, requestId));
    return undefined;
  }),
];
