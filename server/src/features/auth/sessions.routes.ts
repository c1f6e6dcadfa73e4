import { requireSelf } from '../../access/require-self.ts';
import { signedInRoute } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { findProofMethods, proveAgain } from './proof.commands.ts';
import { endOtherSessions, endOwnSession } from './sessions.commands.ts';
import { listSessions } from './sessions.queries.ts';

export const sessionRoutes = [
  signedInRoute('GET /v1/users/{id}/sessions', 'security:own', ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    return listSessions(app.db, caller);
  }),

  signedInRoute('DELETE /v1/users/{id}/sessions', 'security:own', async ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    await endOtherSessions(app.db, caller);
    return undefined;
  }),

  signedInRoute('DELETE /v1/users/{id}/sessions/{sessionId}', 'security:own', async ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    if (!(await endOwnSession(app.db, caller, params.sessionId))) throw notFound('session');
    return undefined;
  }),

  signedInRoute('GET /v1/auth/proof', 'security:own', ({ app, caller }) => findProofMethods(app.db, caller.userId)),

  signedInRoute('POST /v1/auth/proof', 'security:own', async ({ app, caller, body }) => {
    await proveAgain(app, caller, body);
    return undefined;
  }),
];
