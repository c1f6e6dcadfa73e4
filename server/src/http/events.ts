import { isActiveStaff, isOperator } from '../access/caller.ts';
import { route, StreamAnswer, signedInRoute } from '../access/route.ts';
import { findSignedIn } from '../features/auth/sessions.queries.ts';

export const eventRoutes = [
  route('GET /v1/events', 'events:hear', async ({ app, caller }) => {
    const stillAllowed = async () => {
      const now = await findSignedIn(app.db, caller.sessionId, caller.userId);
      return (
        now !== null && isActiveStaff(now) && !now.needsSecondFactor && now.organizationId === caller.organizationId
      );
    };
    return new StreamAnswer(app.events.subscribe(caller, stillAllowed), 'text/event-stream; charset=utf-8');
  }),

  signedInRoute('GET /v1/operator/events', 'operator:read', async ({ app, caller }) => {
    const stillAllowed = async () => {
      const now = await findSignedIn(app.db, caller.sessionId, caller.userId);
      return now !== null && isOperator(now) && !now.needsSecondFactor;
    };
    return new StreamAnswer(app.events.subscribe(caller, stillAllowed), 'text/event-stream; charset=utf-8');
  }),
];
