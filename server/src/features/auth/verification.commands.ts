import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import type { Config } from '../../main/config.ts';
import { audit } from '../audit/audit.commands.ts';
import { showMemberTo } from '../members/members.commands.ts';
import { queueEmail } from '../messages/emails.commands.ts';
import { openOrganization } from '../organizations/approval.commands.ts';
import { hashOpaqueToken, mintOpaqueToken } from './tokens.ts';

/** Makes a link's token for an address; it counts for 24 hours, and only its hash is kept. */
export async function createVerification(db: Database, userId: number, email: string): Promise<string> {
  const token = mintOpaqueToken();
  await sql`insert into email_verifications (token_hash, user_id, email, expires_timestamp)
    values (${hashOpaqueToken(token)}, ${userId}, ${email}, now() + interval '24 hours')`.execute(db);
  return token;
}

interface Verified {
  user_id: number;
  email: string;
  old_email: string;
  first_time: boolean;
  user_type: string;
  organization_id: number | null;
}

/** Follows a mailed link: the first time it opens the account, later it changes the login's address. */
export async function verifyEmail(db: Database, config: Config, token: string, requestId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<Verified>`
      with link as (
        delete from email_verifications where token_hash = ${hashOpaqueToken(token)} and expires_timestamp > now()
        returning user_id, email
      )
      select link.user_id, link.email, l.email as old_email, l.verified_timestamp is null as first_time, u.user_type,
        u.organization_id
      from link join logins l on l.user_id = link.user_id join users u on u.id = link.user_id
      where link.email = coalesce(l.pending_email, l.email)
      for update of l, u`.execute(tx);
    const verified = rows[0];
    if (!verified) {
      throw new AppError('wrong_code', 'This link has expired or was used before. Please ask for a new one.');
    }
    await setAddress(tx, verified);
    if (verified.first_time && verified.user_type === 'ADMIN') {
      const { user_id: userId, organization_id: organizationId, email } = verified;
      await openOrganization(tx, config, { userId, organizationId, email });
    }
    // From now on the organization that a member named sees them.
    if (verified.first_time && verified.user_type === 'PATIENT' && verified.organization_id !== null) {
      await showMemberTo(tx, verified.user_id, [verified.organization_id]);
    }
    if (verified.email !== verified.old_email) {
      await queueEmail(tx, { kind: 'email-changed', userId: verified.user_id, to: verified.old_email });
    }
    await audit(tx, {
      actor: { userId: verified.user_id },
      requestId,
      organizationId: verified.organization_id,
      action: verified.first_time ? 'user.verified' : 'user.email-changed',
      entityType: 'user',
      entityId: verified.user_id,
    });
  });
}

async function setAddress(tx: Tx, verified: Verified): Promise<void> {
  const { rows } = await sql`
    update logins set email = ${verified.email}, pending_email = null,
      verified_timestamp = coalesce(verified_timestamp, now())
    where user_id = ${verified.user_id}
      and not exists (select from logins other where other.email = ${verified.email} and other.user_id <> ${verified.user_id})
    returning 1`.execute(tx);
  if (rows.length === 0) throw new AppError('wrong_code', 'This email is now in use by another account.');
  await sql`update users set email = ${verified.email}, update_timestamp = ${laterTimestamp}
    where id = ${verified.user_id}`.execute(tx);
  // Other links of this user would set an address that was not asked for last.
  await sql`delete from email_verifications where user_id = ${verified.user_id}`.execute(tx);
}
