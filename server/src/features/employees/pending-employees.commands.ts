import { takeAttempt } from '../../access/attempts.commands.ts';
import type { Tx } from '../../db/database.ts';
import { emailsToAdmins, queueEmails } from '../../records/emails/emails.commands.ts';
import { tellScreens } from '../../records/happenings/record.commands.ts';

/** Anyone with a mailbox can sign up, so admins must not be flooded. */
const mailsAnHour = 10;

/** Announces a verified, waiting employee to the admins on their screens and by email. */
export async function announcePendingEmployee(tx: Tx, organizationId: number, employeeId: number): Promise<void> {
  await tellScreens(tx, 'employee', organizationId, { id: employeeId });
  if ((await takeAttempt(tx, `pending employees ${organizationId}`, mailsAnHour, 60)) > 0) return;
  await queueEmails(
    tx,
    await emailsToAdmins(tx, organizationId, { kind: 'employee-pending', payload: { employeeId } }),
  );
}
