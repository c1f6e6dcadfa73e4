import { hkdfSync } from 'node:crypto';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { Caller } from '../../access/caller.ts';
import { signedInRoute } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { forbidden, notFound, orNotFound } from '../../app-error.ts';
import { recordUserRead } from '../../records/users/user-read.ts';
import { findUser, viewerOf } from '../../records/users/users.queries.ts';
import { seesMember } from '../members/members.queries.ts';
import { findSurvivorId } from '../members/merges.queries.ts';
import { updateUser } from './profile.commands.ts';
import { mayReadUser } from './profile.policy.ts';

export const profileRoutes = [
  signedInRoute('GET /v1/users/{id}', 'user:read', async ({ app, caller, params }) => {
    const user = await readUser(app, caller, params.id);
    await recordUserRead(app.db, caller, user.id);
    return user;
  }),

  signedInRoute('GET /v1/users/{id}/draft-key', 'user:read', async ({ app, caller, params }) => {
    if (params.id !== caller.userId) throw notFound('person');
    // Stable per person and derivation key, and unrelated to other people's.
    const key = hkdfSync('sha256', app.config.derivationKey, '', `drafts of user ${caller.userId}`, 32);
    return { key: Buffer.from(key).toString('base64') };
  }),

  signedInRoute('PUT /v1/users/{id}', 'user:edit', ({ app, caller, params, body }) =>
    updateUser(app, caller, params.id, body),
  ),
];

/** A merged record's URL leads to its survivor. */
async function readUser(app: AppContext, caller: Caller, id: number): Promise<User> {
  const user = await findUser(app.db, id, viewerOf(caller, id));
  const verdict = mayReadUser(caller, user, await seesMember(app.db, caller.organizationId, id));
  if (verdict === 'forbidden') throw forbidden();
  if (verdict === 'allowed' && user) return user;
  const survivorId = orNotFound(await findSurvivorId(app.db, id), 'person');
  return readUser(app, caller, survivorId);
}
