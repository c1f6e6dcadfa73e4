import type { Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';

/** The members an email links to, and their total number. */
export interface MemberLinks {
  memberIds: number[];
  count: number;
}

/** The device of a sign-in, such as 'Chrome on Windows'. */
export interface SignInDevice {
  device: string;
}

/** What makes the link that confirms a sign-in. */
export interface SignInLink {
  nonce: string;
  organizationId: number;
}

/** An operator declined an organization's changes, which are deleted. */
export interface DeclinedProfile {
  organizationId: number;
  reason: string;
}

export interface QueuedEmail {
  kind: string;
  userId: number | null;
  to: string;
  /** Ids for the text. */
  payload?: Record<string, number> | MemberLinks | SignInDevice | SignInLink | DeclinedProfile;
}

/** The same email for each active admin of an organization. */
export async function emailsToAdmins(
  tx: Tx,
  organizationId: number,
  email: Pick<QueuedEmail, 'kind' | 'payload'>,
): Promise<QueuedEmail[]> {
  const admins = await sql<{ userId: number; to: string }>`
    select u.id as "userId", l.email as to from users u join logins l on l.user_id = u.id
    where u.organization_id = ${organizationId} and u.user_type = 'ADMIN' and u.status = 'ACTIVE'
      and l.verified_timestamp is not null order by u.id`.many(tx);
  return admins.map((admin) => ({ ...email, ...admin }));
}

export async function queueEmails(tx: Tx, emails: QueuedEmail[]): Promise<void> {
  for (const email of emails) await queueEmail(tx, email);
}

/** Queues an email in its cause's transaction. The text is written when it is sent. */
export async function queueEmail(tx: Tx, email: QueuedEmail): Promise<void> {
  const { id } = await sql<{ id: number }>`
    insert into emails (kind, user_id, to_address, payload)
    values (${email.kind}, ${email.userId}, ${email.to}, ${JSON.stringify(email.payload ?? {})}::jsonb)
    returning id`.one(tx);
  await addJob(tx, 'send-email', { emailId: id });
}
