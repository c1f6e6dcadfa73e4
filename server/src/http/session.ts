import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { refuseClaim } from '../features/auth/claims.commands.ts';
import { findActor } from '../features/auth/sessions.queries.ts';
import { readIdToken } from '../features/auth/tokens.ts';

/**
 * Identifies the caller: the token names the session, and the database decides whether it is valid and what it may do.
 */
export async function readActor(app: AppContext, request: FastifyRequest): Promise<Actor | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  const claims = token ? readIdToken(app.config, token) : null;
  const actor = claims ? await findActor(app.db, claims.sessionId, claims.userId) : null;
  if (!actor) throw new AppError('signed_out', 'Your session has ended. Please sign in again.');
  const claimed = otherIdentity(actor, request.headers);
  if (claimed) await refuseClaim(app.db, actor, claimed, request.id);
  return actor;
}

/** The old client's identity headers grant nothing; foreign ones are refused and audited. */
function otherIdentity(actor: Actor, headers: FastifyRequest['headers']): 'other-user' | 'other-organization' | null {
  const differs = (name: string, own: number | null) => headers[name] !== undefined && headers[name] !== String(own);
  if (differs('userid', actor.userId) || differs('created-by-id', actor.userId)) return 'other-user';
  return differs('organization-id', actor.organizationId) ? 'other-organization' : null;
}
