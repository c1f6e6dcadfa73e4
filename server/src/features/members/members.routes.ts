import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { auditRead } from '../audit/audit-reads.ts';
import { findEmployees } from '../employees/employees.queries.ts';
import { findMembers } from './members.queries.ts';

export const memberRoutes = [
  route('GET /v1/organizations/{id}/members', 'member:read', async ({ app, actor, params, query, requestId }) => {
    const { entityId } = query;
    if (params.id !== actor.organizationId || (entityId !== undefined && entityId !== String(actor.organizationId))) {
      throw notFound('organization');
    }
    const entry = { action: 'member.list', entityType: 'organization', entityId: params.id };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return findMembers(app.db, {
      ...query,
      organizationId: actor.organizationId,
      page: query.page ?? 0,
      size: query.size ?? 50,
      sort: query.sort ?? { field: 'firstName', descending: true },
    });
  }),

  route('GET /v1/users', 'employee:list', async ({ app, actor, query, requestId }) => {
    if (query.entityId !== actor.organizationId) throw notFound('organization');
    const entry = { action: 'employee.list', entityType: 'organization', entityId: actor.organizationId };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return findEmployees(app.db, actor.organizationId, query.status ?? ['ACTIVE']);
  }),
];
