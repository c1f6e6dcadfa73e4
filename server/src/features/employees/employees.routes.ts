import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { auditRead } from '../audit/audit-reads.ts';
import { activateEmployee, promoteToAdmin, revokeAdmin, terminateEmployee } from './employees.commands.ts';
import { countPendingEmployees, findEmployees } from './employees.queries.ts';

export const employeeRoutes = [
  route('GET /v1/users', 'employee:list', async ({ app, actor, query, requestId }) => {
    if (query.entityId !== actor.organizationId) throw notFound('organization');
    const entry = { action: 'employee.list', entityType: 'organization', entityId: actor.organizationId };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return findEmployees(app.db, actor.organizationId, query.status ?? ['ACTIVE']);
  }),

  route('GET /v1/organizations/{id}/pending-employees', 'employee:activate', async ({ app, actor, params }) => {
    if (params.id !== actor.organizationId) throw notFound('organization');
    return { count: await countPendingEmployees(app.db, params.id) };
  }),

  route('POST /v1/users/{id}/activate', 'employee:activate', ({ app, actor, params, requestId }) =>
    activateEmployee(app.db, actor, params.id, requestId),
  ),

  route('POST /v1/users/{id}/terminate', 'employee:terminate', ({ app, actor, params, requestId }) =>
    terminateEmployee(app.db, actor, params.id, requestId),
  ),

  route('POST /v1/users/{id}/promote-admin', 'employee:promote', ({ app, actor, params, requestId }) =>
    promoteToAdmin(app.db, actor, params.id, requestId),
  ),

  route('POST /v1/users/{id}/revoke-admin', 'employee:revoke', ({ app, actor, params, requestId }) =>
    revokeAdmin(app.db, actor, params.id, requestId),
  ),
];
