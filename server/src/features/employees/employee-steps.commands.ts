import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';
import { takeAttempt } from '../../access/attempts.commands.ts';
import type { Principal } from '../../access/caller.ts';
import type { Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { expireActTokens } from '../../records/emails/act-tokens.commands.ts';
import { emailsToAdmins, queueEmails } from '../../records/emails/emails.commands.ts';
import { record, tellScreens } from '../../records/happenings/record.commands.ts';
import { endSessions } from '../auth/sessions.commands.ts';
import { keepBreakGlass } from '../sign-in-rules/only-single-sign-on.queries.ts';
import type { LockedEmployee } from './employees.queries.ts';

/** Who changes an employee: an admin, or the organization's directory. */
export type EmployeeChanger = Principal & { organizationId: number };

/** A change of a locked employee. Returns whether anything changed. */
export type EmployeeStep = (tx: Tx, caller: EmployeeChanger, employee: LockedEmployee) => Promise<boolean>;

/** PENDING or INACTIVE becomes ACTIVE; the person gets an email. */
export const activate: EmployeeStep = async (tx, caller, { id, status, email, verified }) => {
  if (status === 'ACTIVE') return false;
  await setStatus(tx, id, 'ACTIVE');
  const emails = email && verified ? [{ kind: 'account-activated', userId: id, to: email }] : [];
  await record(tx, { caller, action: 'employee.activate', entityId: id, emails });
  return true;
};

/** INACTIVE, shown as Terminated; the person's sessions end with the next call. Someone who waited gets an email. */
export const terminate: EmployeeStep = async (tx, caller, { id, status, email, verified }) => {
  if (status === 'INACTIVE') return false;
  await setStatus(tx, id, 'INACTIVE');
  await keepBreakGlass(tx, id);
  await endSessions(tx, id, 'terminated');
  await expireActTokens(tx, id);
  const emails = status === 'PENDING' && verified && email ? [{ kind: 'account-declined', userId: id, to: email }] : [];
  await record(tx, { caller, action: 'employee.terminate', entityId: id, emails });
  return true;
};

/** Ends the person's sessions; what they may do stays. */
export const signOut: EmployeeStep = async (tx, caller, { id }) => {
  if ((await endSessions(tx, id, 'signed-out')) === 0) return false;
  await record(tx, { caller, action: 'employee.sign-out', entityId: id });
  return true;
};

/** EMPLOYEE becomes ADMIN in any status; the rights require being active. */
export const promote: EmployeeStep = async (tx, caller, { id, user_type }) => {
  if (user_type === 'ADMIN') return false;
  await setUserType(tx, id, 'ADMIN');
  await record(tx, { caller, action: 'employee.promote', entityId: id });
  return true;
};

/** ADMIN becomes EMPLOYEE. The session stays, since every call reads the rights again. */
export const revoke: EmployeeStep = async (tx, caller, { id, user_type }) => {
  if (user_type === 'EMPLOYEE') return false;
  await setUserType(tx, id, 'EMPLOYEE');
  await keepBreakGlass(tx, id);
  await record(tx, { caller, action: 'employee.revoke', entityId: id });
  return true;
};

async function setStatus(tx: Tx, id: number, status: UserStatus): Promise<void> {
  await sql`update users set status = ${status},
    update_timestamp = ${laterTimestamp}
    where id = ${id}`.run(tx);
}

async function setUserType(tx: Tx, id: number, userType: UserType): Promise<void> {
  await sql`update users set user_type = ${userType},
    update_timestamp = ${laterTimestamp}
    where id = ${id}`.run(tx);
}

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
