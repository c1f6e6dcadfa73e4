import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, forbidden, notFound } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { audit } from '../audit/audit.commands.ts';
import { endSessions } from '../auth/sessions.commands.ts';
import { queueEmail } from '../emails/emails.commands.ts';
import { notifyEmployee } from '../events/events.commands.ts';
import { removeFactors } from '../factors/remove-factors.commands.ts';
import { keepBreakGlass } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { recordUserRead } from '../users/user-read.ts';
import { findUser, viewerOf } from '../users/users.queries.ts';
import { type LockedEmployee, lockActiveAdmins, lockEmployee } from './employees.queries.ts';

/** PENDING or INACTIVE becomes ACTIVE; the person gets an email. */
export function activateEmployee(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id }, async (tx, employee) => {
    if (!employee.verified) {
      throw new AppError(
        'conflict',
        "This person hasn't verified their email yet. You can activate them when they have.",
      );
    }
    if (employee.status === 'ACTIVE') return false;
    await setStatus(tx, id, 'ACTIVE');
    if (employee.email) await queueEmail(tx, { kind: 'account-activated', userId: id, to: employee.email });
    await record(tx, caller, 'employee.activate', id);
    return true;
  });
}

/** INACTIVE, shown as Terminated; the person's sessions end with the next call. Someone who waited gets an email. */
export function terminateEmployee(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id }, async (tx, employee) => {
    if (employee.status === 'INACTIVE') return false;
    await setStatus(tx, id, 'INACTIVE');
    await endSessions(tx, id, 'terminated');
    if (employee.status === 'PENDING' && employee.verified && employee.email) {
      await queueEmail(tx, { kind: 'account-declined', userId: id, to: employee.email });
    }
    await record(tx, caller, 'employee.terminate', id);
    return true;
  });
}

/** EMPLOYEE becomes ADMIN in any status; the rights require being active. */
export function promoteToAdmin(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id }, async (tx, employee) => {
    if (employee.user_type === 'ADMIN') return false;
    await setUserType(tx, id, 'ADMIN');
    await record(tx, caller, 'employee.promote', id);
    return true;
  });
}

/** ADMIN becomes EMPLOYEE. The session stays, since every call reads the rights again. */
export function revokeAdmin(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id, refuseOnOneself: refuseLastAdmin }, async (tx, employee) => {
    if (employee.user_type === 'EMPLOYEE') return false;
    await setUserType(tx, id, 'EMPLOYEE');
    await record(tx, caller, 'employee.revoke', id);
    return true;
  });
}

/** For someone who lost their phone or keys. One's own are removed in the profile. */
export function resetFactors(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id, refuseOnOneself: refuseOwnFactors }, async (tx, employee) => {
    const removed = await removeFactors(tx, caller, { ...employee, organizationId: caller.organizationId });
    if (removed) await notifyEmployee(tx, caller.organizationId, id);
    return removed;
  });
}

/**
 * Common rules: never oneself, and the caller must still be an admin once the lock is held. So at least one active admin
 * always remains.
 */
async function changeEmployee(
  db: Database,
  caller: StaffCaller,
  { id, refuseOnOneself }: { id: number; refuseOnOneself?: (admins: number[]) => void },
  /** Returns whether anything changed. */
  change: (tx: Tx, employee: LockedEmployee) => Promise<boolean>,
): Promise<User> {
  const outcome = await transaction(db, async (tx) => {
    const admins = await lockActiveAdmins(tx, caller.organizationId);
    if (!admins.includes(caller.userId)) throw forbidden();
    const employee = await lockEmployee(tx, caller.organizationId, id);
    if (!employee) throw notFound('employee');
    if (id === caller.userId) {
      refuseOnOneself?.(admins);
      throw new AppError('forbidden', "You can't change your own status or role.");
    }
    const changed = await change(tx, employee);
    if (changed) await keepBreakGlass(tx, id);
    const user = await findUser(tx, id, viewerOf(caller, id));
    if (!user) throw notFound('employee');
    return { user, changed };
  });
  if (!outcome.changed) await recordUserRead(db, caller, id);
  return outcome.user;
}

function refuseLastAdmin(admins: number[]): void {
  if (admins.length > 1) return;
  throw new AppError('last_admin', "You're the only active admin. Make someone else an admin first.");
}

function refuseOwnFactors(): never {
  throw new AppError('forbidden', 'You can remove your own passkeys and authenticator app in your profile.');
}

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

async function record(tx: Tx, caller: StaffCaller, action: string, id: number): Promise<void> {
  await notifyEmployee(tx, caller.organizationId, id);
  await audit(tx, { caller, action, entityType: 'user', entityId: id });
}
