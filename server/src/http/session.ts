import type { FastifyRequest } from 'fastify';
import type { AddressLimit } from '../access/address-limit.ts';
import type { Caller, SignedIn } from '../access/caller.ts';
import { isUse, sessionIdle } from '../access/session-use.ts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { refuseClaim } from '../features/auth/claims.commands.ts';
import { findSignedIn } from '../features/auth/sessions.queries.ts';
import { readIdToken } from '../features/auth/tokens.ts';

/**
 * Identifies the caller: the token names the session, and the database decides whether it is valid and what it may do.
 */
export async function readCaller(
  app: AppContext,
  limit: AddressLimit,
  request: FastifyRequest,
): Promise<Caller | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  const claims = token ? readIdToken(app.config, token) : null;
  // Before the database is asked, so that a flood costs little.
  if (claims) await limit.count(`session ${claims.sessionId}`);
  // An open live stream needs nobody before the screen.
  const isCallUse = !request.routeOptions.config.isStream && isUse(request.headers);
  const person = claims
    ? await findSignedIn(app.db, { sessionId: claims.sessionId, userId: claims.userId, isUse: isCallUse })
    : null;
  if (person === 'idle') throw sessionIdle();
  if (!person) throw new AppError('signed_out', 'Your session has ended. Please sign in again.');
  const caller = asCaller(person, request.id);
  const claimed = otherIdentity(caller, request.headers);
  if (claimed) await refuseClaim(app.db, caller, claimed);
  return caller;
}

/** Each field by name, as on all hot paths; docs/decisions/0055 says why. */
function asCaller(person: SignedIn, requestId: string): Caller {
  const { userId, userType, status, organizationId, approval, sessionId, proven, needsSecondFactor } = person;
  return {
    via: 'session',
    userId,
    userType,
    status,
    organizationId,
    approval,
    sessionId,
    proven,
    needsSecondFactor,
    requestId,
  };
}

/** The old client's identity headers grant nothing; foreign ones are refused and audited. */
function otherIdentity(
  caller: SignedIn,
  headers: FastifyRequest['headers'],
): 'other-user' | 'other-organization' | null {
  const differs = (name: string, own: number | null) => headers[name] !== undefined && headers[name] !== String(own);
  if (differs('userid', caller.userId) || differs('created-by-id', caller.userId)) return 'other-user';
  return differs('organization-id', caller.organizationId) ? 'other-organization' : null;
}
