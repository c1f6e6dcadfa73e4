import { organizationRoute, route } from '../../access/route.ts';
import { changeEmployee, employeeChanges } from './employees.commands.ts';
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
    changeEmployee(app.db, caller, params.id, employeeChanges.activate),
  ),

  route('POST /v1/users/{id}/terminate', 'employee:terminate', ({ app, caller, params }) =>
    changeEmployee(app.db, caller, params.id, employeeChanges.terminate),
  ),

  route('POST /v1/users/{id}/promote-admin', 'employee:promote', ({ app, caller, params }) =>
    changeEmployee(app.db, caller, params.id, employeeChanges.promote),
  ),

  route('POST /v1/users/{id}/revoke-admin', 'employee:revoke', ({ app, caller, params }) =>
    changeEmployee(app.db, caller, params.id, employeeChanges.revoke),
  ),

  route('POST /v1/users/{id}/sign-out', 'employee:sign-out', async ({ app, caller, params }) => {
    await changeEmployee(app.db, caller, params.id, employeeChanges.signOut);
    return undefined;
  }),

  route('DELETE /v1/users/{id}/factors', 'employee:reset-factors', async ({ app, caller, params }) => {
    await changeEmployee(app.db, caller, params.id, employeeChanges.resetFactors);
    return undefined;
  }),

  route('DELETE /v1/users/{id}/single-sign-on', 'employee:unlink-sign-in', async ({ app, caller, params }) => {
    await changeEmployee(app.db, caller, params.id, employeeChanges.unlink);
    return undefined;
  }),
];
