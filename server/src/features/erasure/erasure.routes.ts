import { route } from '../../access/route.ts';
import { orNotFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { eraseConfirmed } from './erasure.commands.ts';
import { countErasure, findScope } from './erasure.queries.ts';

export const erasureRoutes = [
  route('GET /v1/users/{id}/erasure', 'member:erase', async ({ app, caller, params }) => {
    const scope = orNotFound(await findScope(app.db, caller.organizationId, params.id), 'member');
    return countErasure(app.db, scope);
  }),

  route('POST /v1/users/{id}/erasure', 'member:erase', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => eraseConfirmed(tx, app.config, caller, { memberId: params.id, ...body })),
  ),
];
