import { deviceName } from '@kinbridge/contract/auth/device-name';
import type { Session } from '@kinbridge/contract/auth/sessions.contract';
import type { Caller, SignedIn } from '../../access/caller.ts';
import { batched } from '../../db/batched.ts';
import type { Database, Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { endIdleSession, isUnusedSql, keepLastUse } from './sessions.commands.ts';

interface SessionCall {
  sessionId: string;
  userId: number;
  /** Whether it counts as use. Live streams and what a screen does on its own don't. */
  isUse: boolean;
}

/** The current user of an active session, or 'idle' if it ended because nobody used it, which may be now. */
export async function findSignedIn(db: Database, call: SessionCall): Promise<SignedIn | 'idle' | null> {
  const found = await findPerson(db, call);
  if (!found?.isIdle) return found;
  if (!found.hasEnded) await endIdleSession(db, found);
  return 'idle';
}

interface FoundSession extends SignedIn {
  isIdle: boolean;
  hasEnded: boolean;
  isStale: boolean;
}

/** A row whose last use is over a minute old is brought up to date beside the call, which doesn't wait for it. */
const findPerson = batched(async (db: Executor, sought: SessionCall[]): Promise<(FoundSession | null)[]> => {
  const ids = [...new Set(sought.map(({ sessionId }) => sessionId))];
  const rows = await sql<FoundSession>`
    select u.id as "userId", u.user_type as "userType", u.status, u.organization_id as "organizationId",
      o.approval, s.id as "sessionId", s.proof_timestamp > now() - interval '10 minutes' as proven,
      (u.user_type = 'OPERATOR' or u.user_type <> 'PATIENT' and coalesce(o.require_second_factor, false))
        and not u.second_factor
        and not (s.signed_in_by is not distinct from 'single-sign-on' and coalesce(o.single_sign_on_is_second_factor, false))
        as "needsSecondFactor",
      s.end_timestamp is not null or ${isUnusedSql} as "isIdle", s.end_timestamp is not null as "hasEnded",
      s.last_used_timestamp < now() - interval '1 minute' as "isStale"
    from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
    where s.id = any(${ids}::uuid[]) and (s.end_timestamp is null or s.end_reason = 'idle')`.many(db);
  const used = new Set(sought.filter(({ isUse }) => isUse).map(({ sessionId }) => sessionId));
  const stale = rows.filter((row) => row.isStale && !row.isIdle && used.has(row.sessionId));
  // If it fails, the next call tries again.
  if (stale.length > 0)
    keepLastUse(
      db,
      stale.map(({ sessionId }) => sessionId),
    ).catch(() => undefined);
  const people = new Map(rows.map((row) => [row.sessionId, row]));
  return sought.map(({ sessionId, userId }) => {
    const person = people.get(sessionId);
    return person?.userId === userId ? person : null;
  });
});

/** The most sessions a list shows; scripts leave many behind. */
const maxListed = 200;

/** Where the caller is signed in, this session first, then the most recently used. */
export async function listSessions(db: Executor, { userId, sessionId }: Caller): Promise<Session[]> {
  const rows = await sql<SessionRow>`
    select s.id, s.user_agent as "userAgent", s.id = ${sessionId}::uuid as current,
      s.create_timestamp as "createTimestamp", s.last_used_timestamp as "lastUsedTimestamp"
    from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
    where s.user_id = ${userId} and s.end_timestamp is null and not ${isUnusedSql}
      and exists (select from refresh_tokens r where r.session_id = s.id and r.expires_timestamp > now())
    order by current desc, s.last_used_timestamp desc, s.id limit ${maxListed}`.many(db);
  return rows.map(({ userAgent, createTimestamp, lastUsedTimestamp, ...row }) => ({
    ...row,
    device: deviceName(userAgent),
    createTimestamp: createTimestamp.toISOString(),
    lastUsedTimestamp: lastUsedTimestamp.toISOString(),
  }));
}

interface SessionRow {
  id: string;
  userAgent: string | null;
  current: boolean;
  createTimestamp: Date;
  lastUsedTimestamp: Date;
}
