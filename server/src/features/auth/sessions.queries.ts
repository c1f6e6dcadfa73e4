import type { SignedIn } from '../../access/caller.ts';
import { Batcher } from '../../db/batcher.ts';
import type { Database, Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

interface SessionKey {
  sessionId: string;
  userId: number;
}

const lookups = new WeakMap<Database, Batcher<SessionKey, SignedIn | null>>();

/** The current user of an active session. Every call needs it, so concurrent calls share a query. */
export function findSignedIn(db: Database, sessionId: string, userId: number): Promise<SignedIn | null> {
  let lookup = lookups.get(db);
  if (!lookup) {
    lookup = new Batcher((keys) => findPeople(db, keys));
    lookups.set(db, lookup);
  }
  return lookup.add({ sessionId, userId });
}

async function findPeople(db: Executor, keys: SessionKey[]): Promise<(SignedIn | null)[]> {
  const ids = [...new Set(keys.map(({ sessionId }) => sessionId))];
  const rows = await sql<SignedIn>`
    select u.id as "userId", u.user_type as "userType", u.status, u.organization_id as "organizationId",
      o.approval, s.id as "sessionId", s.proof_timestamp > now() - interval '10 minutes' as proven,
      u.user_type <> 'PATIENT' and coalesce(o.require_second_factor, false) and not u.second_factor
        as "needsSecondFactor"
    from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
    where s.id = any(${ids}::uuid[]) and s.end_timestamp is null`.many(db);
  const people = new Map(rows.map((person) => [person.sessionId, person]));
  return keys.map(({ sessionId, userId }) => {
    const person = people.get(sessionId);
    return person?.userId === userId ? person : null;
  });
}
