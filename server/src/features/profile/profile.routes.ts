import type { User } from '@kinbridge/contract/users/users.contract';
import type { Actor } from '../../access/actor.ts';
import { signedInRoute } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { forbidden, notFound } from '../../app-error.ts';
import { seesMember } from '../members/members.queries.ts';
import { findSurvivorId } from '../members/merges.queries.ts';
import { recordUserRead } from '../users/user-read.ts';
import { findUser } from '../users/users.queries.ts';
import { draftKey } from './draft-key.ts';
import { updateUser } from './profile.commands.ts';
import { mayReadUser } from './profile.policy.ts';

export const profileRoutes = [
  signedInRoute('GET /v1/users/{id}', 'user:read', async ({ app, actor, params, requestId }) => {
    const user = await readUser(app, actor, params.id);
    await recordUserRead(app.db, actor, user.id, requestId);
    return user;
  }),

  signedInRoute('GET /v1/users/{id}/draft-key', 'user:read', async ({ app, actor, params }) => {
    if (params.id !== actor.userId) throw notFound('person');
    return { key: draftKey(app.config.encryptionKey, actor.userId) };
  }),

  signedInRoute('PUT /v1/users/{id}', 'user:edit', ({ app, actor, params, body, requestId }) =>
    updateUser(app, actor, params.id, body, requestId),
  ),
];

/** A merged record's URL leads to its survivor. */
async function readUser(app: AppContext, actor: Actor, id: number): Promise<User> {
  const user = await findUser(app.db, id, actor.userId === id ? null : actor.organizationId);
  const verdict = mayReadUser(actor, user, await seesMember(app.db, actor.organizationId ?? 0, id));
  if (verdict === 'forbidden') throw forbidden();
  if (verdict === 'allowed' && user) return user;
  const survivorId = await findSurvivorId(app.db, id);
  if (survivorId === null) throw notFound('person');
  return readUser(app, actor, survivorId);
}
