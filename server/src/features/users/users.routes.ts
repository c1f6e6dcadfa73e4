import { signedInRoute } from '../../access/route.ts';
import { forbidden, notFound } from '../../app-error.ts';
import { auditRead } from '../audit/audit-reads.ts';
import { seesMember } from '../members/members.queries.ts';
import { updateUser } from './users.commands.ts';
import { mayReadUser } from './users.policy.ts';
import { findUser } from './users.queries.ts';

export const userRoutes = [
  signedInRoute('GET /v1/users/{id}', 'user:read', async ({ app, actor, params, requestId }) => {
    const user = await findUser(app.db, params.id, actor.userId === params.id ? null : actor.organizationId);
    const verdict = mayReadUser(actor, user, await seesMember(app.db, actor.organizationId ?? 0, params.id));
    if (verdict === 'forbidden') throw forbidden();
    if (verdict === 'absent' || !user) throw notFound('person');
    const entry = { action: 'user.read', entityType: 'user', entityId: user.id };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return user;
  }),

  signedInRoute('PUT /v1/users/{id}', 'user:edit', ({ app, actor, params, body, requestId }) =>
    updateUser(app, actor, params.id, body, requestId),
  ),
];
