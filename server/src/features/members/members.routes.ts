import type { memberQuery } from '@kinbridge/contract/members/members.contract';
import type { z } from 'zod';
import type { StaffActor } from '../../access/actor.ts';
import { JsonText, type RouteRequest, route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { auditList, auditRead } from '../audit/audit-reads.ts';
import { findEmployees } from '../employees/employees.queries.ts';
import { findMembers } from './members.queries.ts';

export const memberRoutes = [
  route('GET /v1/organizations/{id}/members', 'member:read', (input) =>
    readMembers(input, input.params.id, input.query),
  ),

  route('POST /v1/organizations/{id}/members/search', 'member:read', (input) =>
    readMembers(input, input.params.id, input.body),
  ),

  route('GET /v1/users', 'employee:list', async ({ app, actor, query, requestId }) => {
    if (query.entityId !== actor.organizationId) throw notFound('organization');
    const entry = { action: 'employee.list', entityType: 'organization', entityId: actor.organizationId };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return findEmployees(app.db, actor.organizationId, query.status ?? ['ACTIVE']);
  }),
];

async function readMembers(
  { app, actor, requestId, sent }: RouteRequest<StaffActor>,
  organizationId: number,
  query: z.output<typeof memberQuery>,
) {
  const { entityId } = query;
  if (organizationId !== actor.organizationId || (entityId !== undefined && entityId !== String(organizationId))) {
    throw notFound('organization');
  }
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
