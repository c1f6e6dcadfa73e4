import type { User } from '@kinbridge/contract/users/users.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, forbidden, notFound } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { recordUserRead } from '../../records/users/user-read.ts';
import { findUser, viewerOf } from '../../records/users/users.queries.ts';
import { unlinkSignIn } from '../auth/linked-identities.commands.ts';
import { removeFactors } from '../factors/remove-factors.commands.ts';
import { keepBreakGlass } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { activate, type EmployeeStep, promote, revoke, signOut, terminate } from './employee-steps.commands.ts';
import { lockActiveAdmins, lockEmployee } from './employees.queries.ts';

export function activateEmployee(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id }, async (tx, changer, employee) => {
    if (!employee.verified && !employee.is_named) {
      throw new AppError(
        'conflict',
        "This person hasn't verified their email yet. You can activate them when they have.",
      );
    }
    return activate(tx, changer, employee);
  });
}

export function terminateEmployee(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id }, terminate);
}

export function promoteToAdmin(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id }, promote);
}

export function revokeAdmin(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id, refuseOnOneself: refuseLastAdmin }, revoke);
}

/** For a lost computer, or one that was left open. One's own sessions are in the profile. */
export function signOutEmployee(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id }, signOut);
}

/** For someone who lost their phone or keys. One's own are removed in the profile. */
export function resetFactors(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id, refuseOnOneself: refuseOwnFactors }, async (tx, changer, employee) => {
    const removed = await removeFactors(tx, caller, { ...employee, organizationId: changer.organizationId });
    if (!removed) return false;
    await keepBreakGlass(tx, id);
    return true;
  });
}

/** For someone whom the organization's sign-in service now names differently: their next sign-in there is a first one. */
export function unlinkEmployee(db: Database, caller: StaffCaller, id: number): Promise<User> {
  return changeEmployee(db, caller, { id, refuseOnOneself: refuseOwnLink }, async (tx, changer, employee) => {
    return unlinkSignIn(tx, changer, employee);
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
  change: EmployeeStep,
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
    const changed = await change(tx, caller, employee);
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

function refuseOwnLink(): never {
  throw new AppError('forbidden', "You can't unlink your own sign-in. Ask another admin of your organization.");
}

function refuseOwnFactors(): never {
  throw new AppError('forbidden', 'You can remove your own passkeys and authenticator app in your profile.');
}
