import type { Actor } from '../../access/actor.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The person behind a session that has not ended, as they are at this moment. */
export async function findActor(db: Executor, sessionId: string, userId: number): Promise<Actor | null> {
  const { rows } = await sql<Actor>`
    select u.id as "userId", u.user_type as "userType", u.status, u.organization_id as "organizationId",
      o.approval, s.id as "sessionId"
    from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.end_timestamp is null`.execute(db);
  return rows[0] ?? null;
}
