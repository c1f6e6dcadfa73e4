import type { Executor, Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { expireActTokens } from '../../records/emails/act-tokens.commands.ts';
import { emailsToAdmins } from '../../records/emails/emails.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { removeFactors } from '../factors/remove-factors.commands.ts';
import { isWaitingSignUp } from './auth.queries.ts';
import { unusablePasswordHash } from './passwords.ts';
import { endSessions } from './sessions.commands.ts';

/** Sign-ups, directory entries and decisions about one address happen one after the other. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.run(tx);
}

/** Whether somebody has proved that the address is theirs. Claims don't count. */
export async function isAddressTaken(db: Executor, email: string, exceptUserId = 0): Promise<boolean> {
  const rows = await sql`select 1 from logins
    where email = ${email} and verified_timestamp is not null and user_id <> ${exceptUserId}`.many(db);
  return rows.length > 0;
}

interface Decision {
  userId: number;
  email: string;
  /**
   * How the person proved the address: with the mailbox and the login's own password, with the mailbox alone, or because
   * their organization has proven the domain.
   */
  by: 'password' | 'mailbox' | 'domain';
}

/**
 * Gives an address to the login that proved it. All other claims to it end. False if another login was first, or this one
 * has moved to another address. The mailbox alone doesn't prove that its owner made the password, passkeys or sessions of
 * a claim, so they end.
 */
export async function decideAddress(tx: Tx, { userId, email, by }: Decision): Promise<boolean> {
  await lockAddress(tx, email);
  const login = await sql<{ isClaim: boolean; organizationId: number | null }>`
    select l.verified_timestamp is null as "isClaim", u.organization_id as "organizationId"
    from logins l join users u on u.id = l.user_id where l.user_id = ${userId}
      and ${email} in (l.email, l.pending_email) for update of l`.maybeOne(tx);
  if (!login || (await isAddressTaken(tx, email, userId))) return false;
  if (login.isClaim && by === 'mailbox') {
    await endAccess(tx, { id: userId, organizationId: login.organizationId });
    await sql`update logins set password_hash = ${await unusablePasswordHash()}, has_password = false
      where user_id = ${userId}`.run(tx);
  }
  // The mailbox before gets no further.
  await sql`delete from password_resets r using logins l
    where r.user_id = ${userId} and l.user_id = r.user_id and l.email <> ${email}`.run(tx);
  await sql`update logins set email = ${email}, pending_email = null,
    verified_timestamp = coalesce(verified_timestamp, now()) where user_id = ${userId}`.run(tx);
  await endOtherClaims(tx, userId, email);
  return true;
}

interface Claimant {
  id: number;
  organizationId: number | null;
}

/** A sign-up that lost is worth nothing. Whom an organization named stays there, since records may refer to them. */
async function endOtherClaims(tx: Tx, winnerId: number, email: string): Promise<void> {
  const losers = await sql<Claimant & { isSignUp: boolean }>`
    select u.id, u.organization_id as "organizationId", ${isWaitingSignUp} as "isSignUp"
    from logins l join users u on u.id = l.user_id
    where l.email = ${email} and l.user_id <> ${winnerId} and l.verified_timestamp is null
    order by u.id for update of l`.many(tx);
  const signUps = losers.filter(({ isSignUp }) => isSignUp).map(({ id }) => id);
  if (signUps.length > 0) await sql`delete from users where id = any(${signUps}::bigint[])`.run(tx);
  for (const loser of losers) if (!loser.isSignUp) await endStaffClaim(tx, loser);
}

/** The person is terminated and has no login. Their organization's admins are told. */
async function endStaffClaim(tx: Tx, { id, organizationId }: Claimant): Promise<void> {
  await endAccess(tx, { id, organizationId });
  await sql`
    with login as (delete from logins where user_id = ${id})
    update users set status = 'INACTIVE', update_timestamp = ${laterTimestamp} where id = ${id}`.run(tx);
  if (organizationId === null) return;
  const emails = await emailsToAdmins(tx, organizationId, { kind: 'claim-lost', payload: { employeeId: id } });
  await record(tx, { caller: null, organizationId, action: 'employee.claim-lost', entityId: id, emails });
}

/** Ends every key to an account but its password. */
async function endAccess(tx: Tx, { id, organizationId }: Claimant): Promise<void> {
  await endSessions(tx, id, 'claim-decided');
  await expireActTokens(tx, id);
  await removeFactors(tx, null, { id, organizationId, email: null });
  await sql`
    with identities as (delete from linked_identities where user_id = ${id}),
      devices as (delete from device_tokens where user_id = ${id}),
      codes as (delete from password_resets where user_id = ${id})
    delete from email_verifications where user_id = ${id}`.run(tx);
}
