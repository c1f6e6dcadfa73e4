import type { Actor } from '../../access/actor.ts';
import { Batcher } from '../../db/batcher.ts';
import type { Database, Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

interface SessionKey {
  sessionId: string;
  userId: number;
}

const lookups = new WeakMap<Database, Batcher<SessionKey, Actor | null>>();

/** The current user of an active session. Every call needs it, so concurrent calls share a query. */
export function findActor(db: Database, sessionId: string, userId: number): Promise<Actor | null> {
  let lookup = lookups.get(db);
  if (!lookup) {
    lookup = new Batcher((keys) => findActors(db, keys));
    lookups.set(db, lookup);
  }
  return lookup.add({ sessionId, userId });
}

async function findActors(db: Executor, keys: SessionKey[]): Promise<(Actor | null)[]> {
  const ids = [...new Set(keys.map(({ sessionId }) => sessionId))];
  const rows = await sql<Actor>`
    select u.id as "userId", u.user_type as "userType", u.status, u.organization_id as "organizationId",
      o.approval, s.id as "sessionId"
    from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
    where s.id = any(${ids}::uuid[]) and s.end_timestamp is null`.many(db);
  const actors = new Map(rows.map((actor) => [actor.sessionId, actor]));
  return keys.map(({ sessionId, userId }) => {
    const actor = actors.get(sessionId);
    return actor?.userId === userId ? actor : null;
  });
}
