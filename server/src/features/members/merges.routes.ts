import { route } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { dismissDuplicate, suggestDuplicateAgain } from './duplicates.commands.ts';
import { requireMember } from './member-access.ts';
import { mergeMembers, undoMerge } from './merges.commands.ts';
import { findDuplicates, findMerges } from './merges.queries.ts';

export const mergeRoutes = [
  route('GET /v1/users/{id}/duplicates', 'member:read', async ({ app, caller, params, recordList }) => {
    await requireMember(app.db, caller.organizationId, params.id);
    const found = await findDuplicates(app.db, caller.organizationId, params.id);
    const shown = found.duplicates.map(({ member }) => member.id);
    await recordList('member.duplicates-read', params.id, { shown });
    return found;
  }),

  route('PUT /v1/users/{id}/duplicates/{otherId}/dismissal', 'member:merge', async ({ app, caller, params }) => {
    await transaction(app.db, (tx) => dismissDuplicate(tx, caller, params));
    return undefined;
  }),

  route('DELETE /v1/users/{id}/duplicates/{otherId}/dismissal', 'member:merge', async ({ app, caller, params }) => {
    await transaction(app.db, (tx) => suggestDuplicateAgain(tx, caller, params));
    return undefined;
  }),

  route('GET /v1/users/{id}/merges', 'member:read', async ({ app, caller, params, recordRead }) => {
    await requireMember(app.db, caller.organizationId, params.id);
    await recordRead('member.merges-read', params.id);
    return findMerges(app.db, caller.organizationId, params.id);
  }),

  route('POST /v1/users/{id}/merges', 'member:merge', ({ caller, params, body, once }) =>
    once((tx) => mergeMembers(tx, caller, params.id, body)),
  ),

  route('POST /v1/users/{id}/merges/{mergeId}/undo', 'member:merge', ({ app, caller, params }) =>
    transaction(app.db, (tx) => undoMerge(tx, caller, params.id, params.mergeId)),
  ),
];
