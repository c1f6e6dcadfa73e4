import { route } from '../../access/route.ts';
import { findChanges } from '../../records/users/proposed-changes.queries.ts';
import { recordUserRead } from '../../records/users/user-read.ts';
import { decideChange } from './decide-change.commands.ts';
import { requireMember } from './member-access.ts';

export const proposedChangeRoutes = [
  route('GET /v1/users/{id}/proposed-changes', 'member:read', async ({ app, caller, params }) => {
    await requireMember(app.db, caller.organizationId, params.id);
    await recordUserRead(app.db, caller, params.id);
    return findChanges(app.db, caller.organizationId, params.id);
  }),

  route('POST /v1/users/{id}/proposed-changes/{changeId}/accept', 'member:decide', ({ app, caller, params }) =>
    decideChange(app.db, caller, { memberId: params.id, changeId: params.changeId, state: 'ACCEPTED' }),
  ),

  route('POST /v1/users/{id}/proposed-changes/{changeId}/decline', 'member:decide', ({ app, caller, params }) =>
    decideChange(app.db, caller, { memberId: params.id, changeId: params.changeId, state: 'DECLINED' }),
  ),
];
