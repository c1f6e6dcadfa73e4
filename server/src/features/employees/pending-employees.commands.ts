import type { Tx } from '../../db/database.ts';
import { takeAttempt } from '../auth/attempts.commands.ts';
import { notifyEmployee } from '../events/events.commands.ts';
import { queueEmail } from '../messages/emails.commands.ts';
import { findActiveAdmins } from './employees.queries.ts';

/** Anybody with a mailbox can sign up, so it must not become a way to flood the admins of an organization. */
const mailsAnHour = 10;

/** Somebody has verified their address and waits: the admins see it on their screens and are told by e-mail. */
export async function announcePendingEmployee(tx: Tx, organizationId: number, employeeId: number): Promise<void> {
  await notifyEmployee(tx, organizationId, employeeId);
  if ((await takeAttempt(tx, `pending employees ${organizationId}`, mailsAnHour, 60)) > 0) return;
  for (const { id, email } of await findActiveAdmins(tx, organizationId)) {
    await queueEmail(tx, { kind: 'employee-pending', userId: id, to: email, payload: { employeeId } });
  }
}
