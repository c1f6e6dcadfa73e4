import { takeAttempt } from '../../access/attempts.commands.ts';
import type { Tx } from '../../db/database.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { notifyEmployee } from '../../records/events/events.commands.ts';
import { findActiveAdmins } from './employees.queries.ts';

/** Anyone with a mailbox can sign up, so admins must not be flooded. */
const mailsAnHour = 10;

/** Announces a verified, waiting employee to the admins on their screens and by email. */
export async function announcePendingEmployee(tx: Tx, organizationId: number, employeeId: number): Promise<void> {
  await notifyEmployee(tx, organizationId, employeeId);
  if ((await takeAttempt(tx, `pending employees ${organizationId}`, mailsAnHour, 60)) > 0) return;
  for (const { id, email } of await findActiveAdmins(tx, organizationId)) {
    await queueEmail(tx, { kind: 'employee-pending', userId: id, to: email, payload: { employeeId } });
  }
}
