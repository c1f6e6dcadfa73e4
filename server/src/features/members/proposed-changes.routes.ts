import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { findChanges } from '../users/proposed-changes.queries.ts';
import { recordUserRead } from '../users/user-read.ts';
import { decideChange } from './decide-change.commands.ts';
import { seesMember } from './members.queries.ts';

export const proposedChangeRoutes = [
  route('GET /v1/users/{id}/proposed-changes', 'member:read', async ({ app, actor, params, requestId }) => {
    if (!(await seesMember(app.db, actor.organizationId, params.id))) throw notFound('member');
    await recordUserRead(app.db, actor, params.id, requestId);
    return findChanges(app.db, actor.organizationId, params.id);
  }),

  route(
    'POST /v1/users/{id}/proposed-changes/{changeId}/accept',
    'member:decide',
    ({ app, actor, params, requestId }) =>
      decideChange(app.db, actor, { memberId: params.id, changeId: params.changeId, state: 'ACCEPTED' }, requestId),
  ),

  route(
    'POST /v1/users/{id}/proposed-changes/{changeId}/decline',
    'member:decide',
    ({ app, actor, params, requestId }) =>
      decideChange(app.db, actor, { memberId: params.id, changeId: params.changeId, state: 'DECLINED' }, requestId),
  ),
];
