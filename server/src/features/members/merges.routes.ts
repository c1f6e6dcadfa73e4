import type { StaffActor } from '../../access/actor.ts';
import { route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { auditList, auditRead } from '../audit/audit-reads.ts';
import { dismissDuplicate, suggestDuplicateAgain } from './duplicates.commands.ts';
import { seesMember } from './members.queries.ts';
import { mergeMembers, undoMerge } from './merges.commands.ts';
import { findDuplicates, findMerges } from './merges.queries.ts';

export const mergeRoutes = [
  route('GET /v1/users/{id}/duplicates', 'member:read', async ({ app, actor, params, requestId, sent }) => {
    await requireMember(app, actor, params.id);
    const found = await findDuplicates(app.db, actor.organizationId, params.id);
    const shown = found.duplicates.map(({ member }) => member.id);
    const entry = { action: 'member.duplicates-read', entityType: 'user', entityId: params.id, asked: sent, shown };
    await auditList(app, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return found;
  }),

  route(
    'PUT /v1/users/{id}/duplicates/{otherId}/dismissal',
    'member:merge',
    async ({ app, actor, params, requestId }) => {
      await transaction(app.db, (tx) => dismissDuplicate(tx, actor, params, requestId));
      return undefined;
    },
  ),

  route(
    'DELETE /v1/users/{id}/duplicates/{otherId}/dismissal',
    'member:merge',
    async ({ app, actor, params, requestId }) => {
      await transaction(app.db, (tx) => suggestDuplicateAgain(tx, actor, params, requestId));
      return undefined;
    },
  ),

  route('GET /v1/users/{id}/merges', 'member:read', async ({ app, actor, params, requestId }) => {
    await requireMember(app, actor, params.id);
    const entry = { action: 'member.merges-read', entityType: 'user', entityId: params.id };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return findMerges(app.db, actor.organizationId, params.id);
  }),

  route('POST /v1/users/{id}/merges', 'member:merge', ({ actor, params, body, once, requestId }) =>
    once((tx) => mergeMembers(tx, actor, params.id, body, requestId)),
  ),

  route('POST /v1/users/{id}/merges/{mergeId}/undo', 'member:merge', ({ app, actor, params, requestId }) =>
    transaction(app.db, (tx) => undoMerge(tx, actor, params.id, params.mergeId, requestId)),
  ),
];

async function requireMember(app: AppContext, actor: StaffActor, id: number): Promise<void> {
  if (!(await seesMember(app.db, actor.organizationId, id))) throw notFound('member');
}
