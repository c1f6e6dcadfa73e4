import type { memberQuery } from '@kinbridge/contract/members/members.contract';
import type { z } from 'zod';
import type { StaffActor } from '../../access/actor.ts';
import { JsonText, type RouteRequest, route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { auditList } from '../audit/audit-reads.ts';
import { addMember } from './members.commands.ts';
import { findMembers } from './members.queries.ts';
import { findSimilarMembers } from './merges.queries.ts';

export const memberRoutes = [
  route('GET /v1/organizations/{id}/members', 'member:read', (input) =>
    readMembers(input, input.params.id, input.query),
  ),

  route('POST /v1/organizations/{id}/members/search', 'member:read', (input) =>
    readMembers(input, input.params.id, input.body),
  ),

  route('POST /v1/organizations/{id}/members', 'member:add', ({ actor, params, body, once, requestId }) => {
    requireOwn(actor, params.id);
    return once((tx) => addMember(tx, actor, body, requestId));
  }),

  route(
    'POST /v1/organizations/{id}/members/similar',
    'member:read',
    async ({ app, actor, params, body, requestId, sent }) => {
      requireOwn(actor, params.id);
      const similar = await findSimilarMembers(app.db, params.id, body);
      const shown = similar.map(({ member }) => member.id);
      const entry = { action: 'member.list', entityType: 'organization', entityId: params.id, asked: sent, shown };
      await auditList(app, { actor, requestId, organizationId: params.id, ...entry });
      return similar;
    },
  ),
];

function requireOwn(actor: StaffActor, organizationId: number): void {
  if (organizationId !== actor.organizationId) throw notFound('organization');
}

async function readMembers(
  { app, actor, requestId, sent }: RouteRequest<StaffActor>,
  organizationId: number,
  query: z.output<typeof memberQuery>,
) {
  const { entityId } = query;
  requireOwn(actor, organizationId);
  if (entityId !== undefined) requireOwn(actor, Number(entityId));
  const { page, ids: shown } = await findMembers(app.db, {
    ...query,
    organizationId,
    page: query.page ?? 0,
    size: query.size ?? 50,
    sort: query.sort ?? { field: 'firstName', descending: true },
  });
  const entry = { action: 'member.list', entityType: 'organization', entityId: organizationId, asked: sent, shown };
  await auditList(app, { actor, requestId, organizationId, ...entry });
  return new JsonText(page);
}
