import { linksTo, mailsAnHour, takeAttempt } from '../../access/attempts.commands.ts';
import type { AppContext } from '../../app-context.ts';
import { transaction } from '../../db/database.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { findLoginById } from './auth.queries.ts';

/** Codes for claims: an owner's are counted when they are asked for. */
const codesTo = (email: string) => `codes mailed to ${email}`;

/**
 * Emails a requested link or code. The request enqueues this job for known and unknown addresses, so its answer and
 * timing reveal nothing. Links over the hourly limit are silently dropped for the same reason: a sign-up's link counts
 * too, and only known addresses have one. So are codes for more claims than one address gets codes.
 */
export async function mailAccount(app: AppContext, payload: { kind: string; userId: number | null }): Promise<void> {
  const login = payload.userId === null ? undefined : await findLoginById(app.db, payload.userId);
  if (!login || (payload.kind === 'verify-email' && login.verified)) return;
  await transaction(app.db, async (tx) => {
    const isLink = payload.kind === 'verify-email';
    const subject = isLink ? linksTo(login.email) : codesTo(login.email);
    const isCounted = isLink || !login.verified;
    if (isCounted && (await takeAttempt(tx, subject, mailsAnHour, 60)) > 0) return;
    await queueEmail(tx, { kind: payload.kind, userId: login.id, to: login.email });
  });
}
