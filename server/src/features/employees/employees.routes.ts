import { organizationRoute, route } from '../../access/route.ts';
import {
  activateEmployee,
  promoteToAdmin,
  resetFactors,
  revokeAdmin,
  signOutEmployee,
  terminateEmployee,
  unlinkEmployee,
} from './employees.commands.ts';
import { countPendingEmployees, findEmployees } from './employees.queries.ts';

export const employeeRoutes = [
  organizationRoute('GET /v1/users', 'employee:list', 'query.entityId', async ({ app, caller, query, recordRead }) => {
    await recordRead('employee.list', caller.organizationId);
    return findEmployees(app.db, caller, query.status ?? ['ACTIVE']);
  }),

  organizationRoute(
    'GET /v1/organizations/{id}/pending-employees',
    'employee:activate',
    'params.id',
    async ({ app, params }) => ({ count: await countPendingEmployees(app.db, params.id) }),
  ),

  route('POST /v1/users/{id}/activate', 'employee:activate', ({ app, caller, params }) =>
    activateEmployee(app.db, caller, params.id),
  ),

  route('POST /v1/users/{id}/terminate', 'employee:terminate', ({ app, caller, params }) =>
    terminateEmployee(app.db, caller, params.id),
  ),

  route('POST /v1/users/{id}/promote-admin', 'employee:promote', ({ app, caller, params }) =>
    promoteToAdmin(app.db, caller, params.id),
  ),

  route('POST /v1/users/{id}/revoke-admin', 'employee:revoke', ({ app, caller, params }) =>
    revokeAdmin(app.db, caller, params.id),
  ),

  route('POST /v1/users/{id}/sign-out', 'employee:sign-out', async ({ app, caller, params }) => {
    await signOutEmployee(app.db, caller, params.id);
    return undefined;
  }),

  route('DELETE /v1/users/{id}/factors', 'employee:reset-factors', async ({ app, caller, params }) => {
    await resetFactors(app.db, caller, params.id);
    return undefined;
  }),

  route('DELETE /v1/users/{id}/single-sign-on', 'employee:unlink-sign-in', async ({ app, caller, params }) => {
    await unlinkEmployee(app.db, caller, params.id);
    return undefined;
  }),
];
