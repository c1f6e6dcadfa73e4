import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { refuseClaim } from '../features/auth/claims.commands.ts';
import { findActor } from '../features/auth/sessions.queries.ts';
import { readIdToken } from '../features/auth/tokens.ts';

/** Who is calling: the token says which session, the database says whether it still stands and what it may. */
export async function readActor(app: AppContext, request: FastifyRequest): Promise<Actor | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  const claims = token ? readIdToken(app.config, token) : null;
  const actor = claims ? await findActor(app.db, claims.sessionId, claims.userId) : null;
  if (!actor) throw new AppError('signed_out', 'Your session has ended. Please sign in again.');
  await refuseOtherIdentity(app, actor, request);
  return actor;
}

/** The old client's headers are accepted and never grant anything; somebody else's are refused and kept on record. */
async function refuseOtherIdentity(app: AppContext, actor: Actor, request: FastifyRequest): Promise<void> {
  const differs = (name: string, own: number | null) =>
    request.headers[name] !== undefined && request.headers[name] !== String(own);
  const otherUser = differs('userid', actor.userId) || differs('created-by-id', actor.userId);
  if (!otherUser && !differs('organization-id', actor.organizationId)) return;
  await refuseClaim(app.db, actor, otherUser ? 'other-user' : 'other-organization', request.id);
}
