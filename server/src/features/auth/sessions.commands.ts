import type { Action } from '@kinbridge/contract/happenings';
import type { Caller, SignedIn, Visitor } from '../../access/caller.ts';
import type { Config } from '../../config.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { releaseEndedSessions } from '../../records/users/ended-sessions.commands.ts';
import { mintIdToken } from './tokens.ts';

export interface SessionUser {
  id: number;
  user_type: string;
  organization_id: number | null;
}

export interface Tokens {
  idToken: string;
  refreshToken: string;
}

export interface SessionStart {
  by: 'password' | 'passkey' | 'single-sign-on';
  userAgent?: string | null;
  /** When they proved who they are, if that was before: a provider may not ask people who are signed in there. */
  provenAt?: Date | null;
}

/** Starts a session: a family of refresh tokens that end together. */
export async function startSession(
  tx: Tx,
  config: Config,
  user: SessionUser,
  { by, userAgent = null, provenAt = null }: SessionStart,
): Promise<Tokens> {
  const { id } = await sql<{ id: string }>`
    insert into sessions (user_id, signed_in_by, user_agent, proof_timestamp)
    values (${user.id}, ${by}, ${userAgent}, least(now(), ${provenAt}::timestamptz)) returning id`.one(tx);
  return issueTokens(tx, config, user, id);
}

async function issueTokens(tx: Tx, config: Config, user: SessionUser, sessionId: string): Promise<Tokens> {
  const refreshToken = mintOpaqueToken();
  // However much it is used, a session ends some day.
  await sql`insert into refresh_tokens (token_hash, session_id, expires_timestamp)
    select ${hashOpaqueToken(refreshToken)}, id, least(now() + make_interval(days => ${config.sessionDays}),
      create_timestamp + make_interval(days => ${config.sessionMaxDays})) from sessions where id = ${sessionId}`.run(
    tx,
  );
  const idToken = await mintIdToken(config, {
    userId: user.id,
    organizationId: user.organization_id,
    userType: user.user_type,
    sessionId,
  });
  return { idToken, refreshToken };
}

/**
 * Whether a session (s) was unused for longer than the organization (o) of its user (u) allows. The last use is kept to
 * the minute, so the minute more ends no session early.
 */
export const isUnusedSql = sql.raw(`(u.user_type <> 'PATIENT'
  and coalesce(s.last_used_timestamp < now() - make_interval(mins => o.idle_minutes + 1), false))`);

interface FoundToken extends SessionUser {
  session_id: string;
  usable: boolean;
  used: boolean;
  unused: boolean;
  end_reason: string | null;
}

/**
 * Exchanges a refresh token. A reused one was stolen or replayed, so the whole family ends. A session that was unused for
 * longer than the organization allows ends, too.
 */
export async function refreshTokens(
  db: Database,
  config: Config,
  { token, isUse }: { token: string; isUse: boolean },
): Promise<Tokens | 'idle' | null> {
  return transaction(db, async (tx) => {
    const found = await sql<FoundToken>`
      select r.session_id, u.id, u.user_type, u.organization_id, r.used_timestamp is not null as used,
        r.expires_timestamp > now() and s.end_timestamp is null as usable, ${isUnusedSql} as unused, s.end_reason
      from refresh_tokens r join sessions s on s.id = r.session_id join users u on u.id = s.user_id
        left join organizations o on o.id = u.organization_id
      where r.token_hash = ${hashOpaqueToken(token)} for update of r`.maybeOne(tx);
    if (found?.end_reason === 'idle') return 'idle';
    if (!found?.usable) return null;
    if (found.used) {
      await endFoundSession(tx, found, 'reuse', 'session.refresh-token-reused');
      return null;
    }
    if (found.unused) {
      await endFoundSession(tx, found, 'idle', 'session.idle');
      return 'idle';
    }
    await sql`with used as (update refresh_tokens set used_timestamp = now() where token_hash = ${hashOpaqueToken(token)})
      update sessions set last_used_timestamp = case when ${isUse} then now() else last_used_timestamp end
      where id = ${found.session_id}`.run(tx);
    return issueTokens(tx, config, found, found.session_id);
  });
}

type EndedSession = Pick<FoundToken, 'id' | 'session_id' | 'organization_id'>;

/** Does nothing if another call was faster. */
async function endFoundSession(tx: Tx, found: EndedSession, reason: string, action: Action): Promise<void> {
  if ((await end(tx, reason, sql`id = ${found.session_id}`)) === 0) return;
  const { id, organization_id: organizationId } = found;
  await record(tx, { caller: null, organizationId, action, entityId: id });
}

export function endIdleSession(db: Database, { sessionId, userId, organizationId }: SignedIn): Promise<void> {
  const ended = { id: userId, session_id: sessionId, organization_id: organizationId };
  return transaction(db, (tx) => endFoundSession(tx, ended, 'idle', 'session.idle'));
}

/** Ends the refresh token's session; its id tokens get 401 from the next call on. */
export async function endSessionOf(db: Database, caller: Visitor, token: string): Promise<void> {
  await transaction(db, async (tx) => {
    const ended = await sql<{ id: string; user_id: number; organization_id: number | null }>`
      update sessions s set end_timestamp = now(), end_reason = 'logout' from refresh_tokens r, users u
      where r.token_hash = ${hashOpaqueToken(token)} and s.id = r.session_id and u.id = s.user_id
        and s.end_timestamp is null
      returning s.id, s.user_id, u.organization_id`.maybeOne(tx);
    if (!ended) return;
    await releaseEndedSessions(tx, [ended]);
    await record(tx, {
      caller: { ...caller, userId: ended.user_id },
      organizationId: ended.organization_id,
      action: 'session.logout',
      entityId: ended.user_id,
    });
  });
}

/** Ends one of the caller's sessions; false if they have none with this id. */
export function endOwnSession(db: Database, caller: Caller, sessionId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const ended = await end(tx, 'ended', sql`id = ${sessionId} and user_id = ${caller.userId}`);
    if (ended === 0) return false;
    await auditEnded(tx, caller, 1);
    return true;
  });
}

export async function endOtherSessions(db: Database, caller: Caller): Promise<void> {
  await transaction(db, async (tx) => {
    const count = await endSessions(tx, caller.userId, 'ended', caller.sessionId);
    if (count > 0) await auditEnded(tx, caller, count);
  });
}

function auditEnded(tx: Tx, caller: Caller, count: number): Promise<void> {
  return record(tx, {
    caller,
    action: 'session.ended',
    entityId: caller.userId,
    detail: { count },
  });
}

/** Ends a user's sessions, optionally except one, such as on termination or a new password. Returns their number. */
export function endSessions(tx: Tx, userId: number, reason: string, except: string | null = null): Promise<number> {
  return end(tx, reason, sql`user_id = ${userId} and id is distinct from ${except}::uuid`);
}

async function end(tx: Tx, reason: string, which: RawBuilder<unknown>): Promise<number> {
  const ended = await sql<{ id: string }>`update sessions set end_timestamp = now(), end_reason = ${reason}
    where ${which} and end_timestamp is null returning id`.many(tx);
  await releaseEndedSessions(tx, ended);
  return ended.length;
}

/** Notes that these sessions are in use. Others that note the same are never waited for. */
export async function keepLastUse(db: Executor, sessionIds: string[]): Promise<void> {
  await sql`update sessions set last_used_timestamp = now() where id in (
    select id from sessions where id = any(${sessionIds}::uuid[])
      and last_used_timestamp < now() - interval '1 minute' for update skip locked)`.run(db);
}
