import { route } from '../../access/route.ts';
import { reassignOpenRequests } from './reassign.commands.ts';

export const reassignRoutes = [
  route('POST /v1/users/{id}/reassign', 'employee:reassign', ({ app, actor, params, body, requestId }) =>
    reassignOpenRequests(app.db, actor, params.id, body.assigneeId, requestId),
  ),
];
