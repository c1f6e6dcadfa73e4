import { route } from '../../access/route.ts';
import { reassignOpenRequests } from './reassign.commands.ts';

export const reassignRoutes = [
  route('POST /v1/users/{id}/reassign', 'employee:reassign', ({ app, caller, params, body }) =>
    reassignOpenRequests(app.db, caller, params.id, body.assigneeId),
  ),
];
