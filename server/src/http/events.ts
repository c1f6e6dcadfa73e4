import { isActiveStaff } from '../access/actor.ts';
import { route, StreamAnswer } from '../access/route.ts';
import { findActor } from '../features/auth/sessions.queries.ts';

export const eventRoutes = [
  route('GET /v1/events', 'events:hear', async ({ app, actor }) => {
    const stillAllowed = async () => {
      const now = await findActor(app.db, actor.sessionId, actor.userId);
      return now !== null && isActiveStaff(now) && now.organizationId === actor.organizationId;
    };
    return new StreamAnswer(app.events.subscribe(actor, stillAllowed), 'text/event-stream; charset=utf-8');
  }),
];
