import { organizationRoute } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { saveCustomMessage } from './custom-messages.commands.ts';
import { findCustomMessages } from './custom-messages.queries.ts';

export const customMessageRoutes = [
  organizationRoute(
    'GET /v1/organizations/{id}/custom-messages',
    'custom-message:read',
    'params.id',
    ({ app, params }) => findCustomMessages(app.db, params.id),
  ),

  organizationRoute(
    'POST /v2/organizations/{id}/custom-messages',
    'custom-message:edit',
    ['params.id', 'body.organizationId'],
    ({ caller, body, once }) => once((tx) => saveCustomMessage(tx, caller, body)),
  ),

  organizationRoute(
    'PUT /v2/organizations/{id}/custom-messages',
    'custom-message:edit',
    ['params.id', 'body.organizationId'],
    ({ app, caller, body }) => transaction(app.db, (tx) => saveCustomMessage(tx, caller, body)),
  ),
];
