import type { Visitor } from '../../access/caller.ts';
import { AppError, invalidField } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import { audit } from '../audit/audit.commands.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/sessions.commands.ts';
import { queueEmail } from '../emails/emails.commands.ts';
import { announcePendingEmployee } from '../employees/pending-employees.commands.ts';
import { notifyEmployee } from '../events/events.commands.ts';
import { showMemberTo } from '../members/members.commands.ts';
import { openOrganization } from '../organizations/approval.commands.ts';

const maxTries = 5;

/** Creates a link's token for an address, valid for 24 hours; only its hash is stored. */
export async function createVerification(db: Database, userId: number, email: string): Promise<string> {
  const token = mintOpaqueToken();
  await sql`insert into email_verifications (token_hash, user_id, email, expires_timestamp)
    values (${hashOpaqueToken(token)}, ${userId}, ${email}, now() + interval '24 hours')`.run(db);
  return token;
}

/** People from a directory or single sign-on may have none. */
export async function findHasPassword(db: Executor, userId: number): Promise<boolean> {
  const login = await sql<{ has: boolean }>`select has_password as has from logins where user_id = ${userId}`.maybeOne(
    db,
  );
  return login?.has ?? true;
}

interface Link {
  password_hash: string;
  has_password: boolean;
  first_time: boolean;
  /** The address is already verified, by this link or another one. */
  done: boolean;
  tries: number;
}

interface Verified {
  user_id: number;
  email: string;
  old_email: string;
  first_time: boolean;
  user_type: string;
  organization_id: number | null;
}

/**
 * Follows an emailed link: the first time it activates the account, later it changes the login's address. The link
 * proves the mailbox; activation also needs the password, which proves that the same person signed up.
 */
export async function verifyEmail(
  db: Database,
  config: Config,
  caller: Visitor,
  { token, password }: { token: string; password?: string | undefined },
): Promise<{ email: string; hasPassword: boolean }> {
  const hash = hashOpaqueToken(token);
  const link = await findLink(db, hash);
  if (link.first_time && link.has_password) await checkPassword(db, hash, link, password);
  return transaction(db, async (tx) => {
    // The login may have changed while the password was checked.
    const verified = await sql<Verified>`
      select v.user_id, v.email, l.email as old_email, l.verified_timestamp is null as first_time, u.user_type,
        u.organization_id
      from email_verifications v join logins l on l.user_id = v.user_id join users u on u.id = v.user_id
      where v.token_hash = ${hash} and v.expires_timestamp > now() and l.password_hash = ${link.password_hash}
        and case when l.verified_timestamp is null then v.email = l.email else v.email = l.pending_email end
      for update of l, u`.maybeOne(tx);
    if (!verified) {
      await findLink(tx, hash);
      throw voidLink();
    }
    await setAddress(tx, verified);
    if (verified.first_time && verified.user_type === 'ADMIN') {
      const { user_id: userId, organization_id: organizationId, email } = verified;
      await openOrganization(tx, config, { userId, organizationId, email });
    }
    if (verified.first_time && verified.user_type === 'EMPLOYEE' && verified.organization_id !== null) {
      await announcePendingEmployee(tx, verified.organization_id, verified.user_id);
    }
    // Makes the member visible to their chosen organization.
    if (verified.first_time && verified.user_type === 'PATIENT' && verified.organization_id !== null) {
      await showMemberTo(tx, verified.user_id, [verified.organization_id]);
    }
    if (verified.email !== verified.old_email) {
      await queueEmail(tx, { kind: 'email-changed', userId: verified.user_id, to: verified.old_email });
    }
    await audit(tx, {
      caller: { ...caller, userId: verified.user_id },
      organizationId: verified.organization_id,
      action: verified.first_time ? 'user.verified' : 'user.email-changed',
      entityType: 'user',
      entityId: verified.user_id,
    });
    return { email: verified.email, hasPassword: link.has_password };
  });
}

async function findLink(db: Executor, hash: Buffer): Promise<Link> {
  const link = await sql<Link>`
    select l.password_hash, l.has_password, l.verified_timestamp is null as first_time, v.tries,
      l.verified_timestamp is not null and v.email = l.email as done
    from email_verifications v join logins l on l.user_id = v.user_id
    where v.token_hash = ${hash} and v.email in (l.email, l.pending_email)
      and (v.expires_timestamp > now() or l.verified_timestamp is not null and v.email = l.email)`.maybeOne(db);
  // Only someone with the emailed token sees this, so it reveals nothing to strangers.
  if (link?.done) {
    throw new AppError('already_verified', 'This email address is already verified. You can sign in.');
  }
  if (!link || link.tries >= maxTries) throw voidLink();
  return link;
}

/** Counts an attempt before comparing, so parallel guesses count too. */
async function checkPassword(db: Database, hash: Buffer, link: Link, password: string | undefined): Promise<void> {
  if (!password) throw invalidField('password', 'Enter the password you chose when you signed up.');
  const counted = await sql<{ tries: number }>`update email_verifications set tries = tries + 1
    where token_hash = ${hash} and tries < ${maxTries} returning tries`.maybeOne(db);
  if (!counted) throw voidLink();
  if (await verifyPassword(link.password_hash, password)) return;
  const wrong = "This isn't the password you chose when you signed up.";
  if (counted.tries < maxTries) throw invalidField('password', wrong);
  const message = `${wrong} The link no longer works. Please ask for a new one.`;
  throw new AppError('wrong_code', message, { fields: { password: message } });
}

function voidLink(): AppError {
  return new AppError('wrong_code', 'This link has expired or is no longer valid. Please ask for a new one.');
}

async function setAddress(tx: Tx, verified: Verified): Promise<void> {
  // Someone else may have signed up with the address that now proves to be this person's.
  await removeUnverified(tx, sql`l.email = ${verified.email} and l.user_id <> ${verified.user_id}`);
  const rows = await sql`
    update logins set email = ${verified.email}, pending_email = null,
      verified_timestamp = coalesce(verified_timestamp, now())
    where user_id = ${verified.user_id}
      and not exists (select from logins other where other.email = ${verified.email} and other.user_id <> ${verified.user_id})
    returning 1`.many(tx);
  if (rows.length === 0) throw new AppError('wrong_code', 'This email is now in use by another account.');
  await sql`update users set email = ${verified.email}, update_timestamp = ${laterTimestamp}
    where id = ${verified.user_id}`.run(tx);
  // Other links of this user would set an outdated address. Links to this address report that it is verified.
  await sql`delete from email_verifications where user_id = ${verified.user_id} and email <> ${verified.email}`.run(tx);
}

/**
 * Removes unverified sign-ups with their links. Locks the logins, so none can be verified in between. A person from an
 * organization's directory stays there, terminated and without a login, since records may refer to them.
 */
export async function removeUnverified(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  const kept = await sql<{ id: number; organization_id: number | null }>`
    with unverified as (
      select l.user_id, exists (select from scim_people p where p.user_id = l.user_id) as from_directory
      from logins l join users u on u.id = l.user_id
      where l.verified_timestamp is null and ${which} for update of l
    ), removed as (
      delete from users where id in (select user_id from unverified where not from_directory)
    ), released as (
      delete from logins where user_id in (select user_id from unverified where from_directory)
    )
    update users set status = 'INACTIVE', update_timestamp = ${laterTimestamp}
    where id in (select user_id from unverified where from_directory) returning id, organization_id`.many(tx);
  for (const { id, organization_id: organizationId } of kept) {
    await endSessions(tx, id, 'terminated');
    if (organizationId !== null) await notifyEmployee(tx, organizationId, id);
    await audit(tx, { caller: null, organizationId, action: 'employee.replaced', entityType: 'user', entityId: id });
  }
}
