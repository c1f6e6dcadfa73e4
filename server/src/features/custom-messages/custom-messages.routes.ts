import type { StaffActor } from '../../access/actor.ts';
import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { saveCustomMessage } from './custom-messages.commands.ts';
import { findCustomMessages } from './custom-messages.queries.ts';

function refuseOthers(actor: StaffActor, id: number, claimed?: number): void {
  if (id !== actor.organizationId || (claimed !== undefined && claimed !== id)) throw notFound('organization');
}

export const customMessageRoutes = [
  route('GET /v1/organizations/{id}/custom-messages', 'custom-message:read', async ({ app, actor, params }) => {
    refuseOthers(actor, params.id);
    return findCustomMessages(app.db, params.id);
  }),

  route(
    'POST /v2/organizations/{id}/custom-messages',
    'custom-message:edit',
    async ({ actor, params, body, once, requestId }) => {
      refuseOthers(actor, params.id, body.organizationId);
      return once((tx) => saveCustomMessage(tx, actor, body, requestId));
    },
  ),

  route(
    'PUT /v2/organizations/{id}/custom-messages',
    'custom-message:edit',
    async ({ app, actor, params, body, requestId }) => {
      refuseOthers(actor, params.id, body.organizationId);
      return transaction(app.db, (tx) => saveCustomMessage(tx, actor, body, requestId));
    },
  ),
];
