import type { Visitor } from '../../access/caller.ts';
import { AppError, invalidField } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { decideAddress, lockAddress } from '../auth/address-claims.commands.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { announcePendingEmployee } from '../employees/employee-steps.commands.ts';
import { showMemberTo } from '../members/create-members.commands.ts';
import { openOrganization } from '../organizations/organizations.commands.ts';

const maxTries = 5;

/** Creates a link's token for an address, valid for 24 hours; only its hash is stored. */
export async function createVerification(db: Database, userId: number, email: string): Promise<string> {
  const token = mintOpaqueToken();
  await sql`insert into email_verifications (token_hash, user_id, email, expires_timestamp)
    values (${hashOpaqueToken(token)}, ${userId}, ${email}, now() + interval '24 hours')`.run(db);
  return token;
}

interface Link {
  email: string;
  password_hash: string;
  has_password: boolean;
  first_time: boolean;
  /** The address is already verified, by this link or another one. */
  done: boolean;
  /** Others claim the address, too. */
  contested: boolean;
  tries: number;
}

interface Verified {
  user_id: number;
  email: string;
  old_email: string;
  first_time: boolean;
  contested: boolean;
  user_type: string;
  organization_id: number | null;
}

/** Over the link v. Its owner's word decides between them. */
const isContested = sql`exists (select from logins other
  where other.email = v.email and other.user_id <> v.user_id and other.verified_timestamp is null)`;

/**
 * Follows an emailed link: the first time it activates the account, later it changes the login's address. The link
 * proves the mailbox; the password proves that the same person signed up, or asked for the change. The token alone
 * changes an address that nobody else claims.
 */
export async function verifyEmail(
  db: Database,
  config: Config,
  caller: Visitor,
  { token, password }: { token: string; password?: string | undefined },
): Promise<string> {
  const hash = hashOpaqueToken(token);
  const link = await findLink(db, hash);
  const needsPassword = link.first_time || link.contested || password !== undefined;
  if (needsPassword) await checkPassword(db, hash, link, password);
  return transaction(db, async (tx) => {
    await lockAddress(tx, link.email);
    // The login may have changed while the password was checked.
    const verified = await sql<Verified>`
      select v.user_id, v.email, l.email as old_email, l.verified_timestamp is null as first_time,
        ${isContested} as contested, u.user_type, u.organization_id
      from email_verifications v join logins l on l.user_id = v.user_id join users u on u.id = v.user_id
      where v.token_hash = ${hash} and v.expires_timestamp > now() and l.password_hash = ${link.password_hash}
        and case when l.verified_timestamp is null then v.email = l.email else v.email = l.pending_email end
      for update of l, u`.maybeOne(tx);
    if (!verified) {
      await findLink(tx, hash);
      throw voidLink();
    }
    if (verified.contested && !needsPassword) throw noPassword(verified);
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
    const { user_id: userId, old_email: to } = verified;
    await record(tx, {
      caller: { ...caller, userId: verified.user_id },
      organizationId: verified.organization_id,
      action: verified.first_time ? 'user.verified' : 'user.email-changed',
      entityId: userId,
      emails: verified.email === to ? [] : [{ kind: 'email-changed', userId, to }],
    });
    return verified.email;
  });
}

async function findLink(db: Executor, hash: Buffer): Promise<Link> {
  const link = await sql<Link>`
    select v.email, l.password_hash, l.has_password, l.verified_timestamp is null as first_time, v.tries,
      ${isContested} as contested,
      l.verified_timestamp is not null and v.email = l.email as done
    from email_verifications v join logins l on l.user_id = v.user_id
    where v.token_hash = ${hash} and v.email in (l.email, l.pending_email)
      and (v.expires_timestamp > now() or l.verified_timestamp is not null and v.email = l.email)`.maybeOne(db);
  // Only someone with the emailed token sees this, so it reveals nothing to strangers.
  if (link?.done) {
    throw new AppError('already_verified', 'This email address is already verified. You can sign in.');
  }
  // Whom an organization named has no password that the link could go with; they get codes.
  if (!link || link.tries >= maxTries || (link.first_time && !link.has_password)) throw voidLink();
  return link;
}

/** Counts an attempt before comparing, so parallel guesses count too. */
async function checkPassword(db: Database, hash: Buffer, link: Link, password: string | undefined): Promise<void> {
  if (!password) throw noPassword(link);
  const counted = await sql<{ tries: number }>`update email_verifications set tries = tries + 1
    where token_hash = ${hash} and tries < ${maxTries} returning tries`.maybeOne(db);
  if (!counted) throw voidLink();
  if (await verifyPassword(link.password_hash, password)) return;
  const wrong = `This isn't ${namedPassword(link)}.`;
  if (counted.tries < maxTries) throw invalidField('password', wrong);
  const message = `${wrong} The link no longer works. Please ask for a new one.`;
  throw new AppError('wrong_code', message, { fields: { password: message } });
}

function namedPassword(link: Pick<Link, 'first_time'>): string {
  return link.first_time ? 'the password you chose when you signed up' : 'your password';
}

function noPassword(link: Pick<Link, 'first_time'>): AppError {
  return invalidField('password', `Enter ${namedPassword(link)}.`);
}

function voidLink(): AppError {
  return new AppError('wrong_code', 'This link has expired or is no longer valid. Please ask for a new one.');
}

async function setAddress(tx: Tx, verified: Verified): Promise<void> {
  const { user_id: userId, email } = verified;
  if (!(await decideAddress(tx, { userId, email, by: 'password' })))
    throw new AppError('wrong_code', 'This email is now in use by another account.');
  await sql`update users set email = ${verified.email}, update_timestamp = ${laterTimestamp}
    where id = ${verified.user_id}`.run(tx);
  // Other links of this user would set an outdated address. Links to this address report that it is verified.
  await sql`delete from email_verifications where user_id = ${verified.user_id} and email <> ${verified.email}`.run(tx);
}
