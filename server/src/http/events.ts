import { type Caller, isActiveStaff, isOperator, type SignedIn } from '../access/caller.ts';
import { route, StreamAnswer, signedInRoute } from '../access/route.ts';
import { findSignedIn } from '../features/auth/sessions.queries.ts';

export const eventRoutes = [
  route('GET /v1/events', 'events:hear', async ({ app, caller }) => {
    const stillAllowed = async () => {
      const now = await findSignedIn(app.db, asStream(caller));
      return isIn(now) && isActiveStaff(now) && !now.needsSecondFactor && now.organizationId === caller.organizationId;
    };
    return new StreamAnswer(app.events.subscribe(caller, stillAllowed), 'text/event-stream; charset=utf-8');
  }),

  signedInRoute('GET /v1/operator/events', 'operator:read', async ({ app, caller }) => {
    const stillAllowed = async () => {
      const now = await findSignedIn(app.db, asStream(caller));
      return isIn(now) && isOperator(now) && !now.needsSecondFactor;
    };
    return new StreamAnswer(app.events.subscribe(caller, stillAllowed), 'text/event-stream; charset=utf-8');
  }),
];

function asStream({ sessionId, userId }: Caller) {
  return { sessionId, userId, isUse: false };
}

function isIn(now: SignedIn | 'idle' | null): now is SignedIn {
  return now !== null && now !== 'idle';
}
