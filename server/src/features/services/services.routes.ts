import { organizationRoute, route } from '../../access/route.ts';
import { orNotFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import {
  addService,
  confirmService,
  deleteService,
  saveServiceDetails,
  setAvailability,
  updateServices,
} from './services.commands.ts';
import { countOpenRequests } from './services.queries.ts';

export const serviceRoutes = [
  organizationRoute('POST /v1/services', 'service:edit', 'body.organizationId', ({ caller, body, once }) =>
    once((tx) => addService(tx, caller, body)),
  ),

  route('POST /v1/services/updateServices', 'service:edit', ({ app, caller, body }) =>
    transaction(app.db, (tx) => updateServices(tx, caller, body)),
  ),

  route('PUT /v1/services/{id}', 'service:edit', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => saveServiceDetails(tx, caller, params.id, body)),
  ),

  route('PUT /v1/services/{id}/availability', 'service:set-availability', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => setAvailability(tx, caller, params.id, body)),
  ),

  route('POST /v1/services/{id}/confirm', 'service:confirm', ({ app, caller, params }) =>
    transaction(app.db, (tx) => confirmService(tx, caller, params.id)),
  ),

  route('GET /v1/services/{id}/open-requests', 'service:edit', async ({ app, caller, params }) => {
    const count = orNotFound(await countOpenRequests(app.db, caller.organizationId, params.id), 'service');
    return { count };
  }),

  route('POST /v1/services/deleteService/{id}', 'service:edit', async ({ app, caller, params }) => {
    await transaction(app.db, (tx) => deleteService(tx, caller, params.id));
    return undefined;
  }),
];
