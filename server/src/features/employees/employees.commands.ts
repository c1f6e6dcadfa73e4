import type { User } from '@kinbridge/contract/users/users.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, forbidden, orNotFound } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { recordUserRead } from '../../records/users/user-read.ts';
import { findUser, viewerOf } from '../../records/users/users.queries.ts';
import { unlinkSignIn } from '../auth/linked-identities.commands.ts';
import { removeFactors } from '../factors/remove-factors.commands.ts';
import { keepBreakGlass } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { activate, type EmployeeStep, promote, revoke, signOut, terminate } from './employee-steps.commands.ts';
import { lockActiveAdmins, lockEmployee } from './employees.queries.ts';

interface EmployeeChange {
  step: EmployeeStep;
  /** Says why not where there is more to say than that nobody changes their own status. */
  refuseOnOneself?(admins: number[]): void;
}

/** What an admin can do with an employee. */
export const employeeChanges = {
  activate: { step: activateVerified },
  terminate: { step: terminate },
  promote: { step: promote },
  revoke: { step: revoke, refuseOnOneself: refuseLastAdmin },
  /** For a lost computer, or one that was left open. One's own sessions are in the profile. */
  signOut: { step: signOut },
  /** For someone who lost their phone or keys. One's own are removed in the profile. */
  resetFactors: {
    step: resetFactors,
    refuseOnOneself: () => {
      throw new AppError('forbidden', 'You can remove your own passkeys and authenticator app in your profile.');
    },
  },
  /** For someone whom the organization's sign-in service now names differently: their next sign-in there is a first one. */
  unlink: {
    step: unlinkSignIn,
    refuseOnOneself: () => {
      throw new AppError('forbidden', "You can't unlink your own sign-in. Ask another admin of your organization.");
    },
  },
} satisfies Record<string, EmployeeChange>;

async function activateVerified(...[tx, caller, employee]: Parameters<EmployeeStep>): Promise<boolean> {
  if (employee.verified || employee.is_named) return activate(tx, caller, employee);
  throw new AppError('conflict', "This person hasn't verified their email yet. You can activate them when they have.");
}

async function resetFactors(...[tx, caller, employee]: Parameters<EmployeeStep>): Promise<boolean> {
  const removed = await removeFactors(tx, caller, { ...employee, organizationId: caller.organizationId });
  if (removed) await keepBreakGlass(tx, employee.id);
  return removed;
}

/**
 * Common rules: never oneself, and the caller must still be an admin once the lock is held. So at least one active admin
 * always remains.
 */
export async function changeEmployee(
  db: Database,
  caller: StaffCaller,
  id: number,
  { step, refuseOnOneself }: EmployeeChange,
): Promise<User> {
  const outcome = await transaction(db, async (tx) => {
    const admins = await lockActiveAdmins(tx, caller.organizationId);
    if (!admins.includes(caller.userId)) throw forbidden();
    const employee = orNotFound(await lockEmployee(tx, caller.organizationId, id), 'employee');
    if (id === caller.userId) {
      refuseOnOneself?.(admins);
      throw new AppError('forbidden', "You can't change your own status or role.");
    }
    const changed = await step(tx, caller, employee);
    const user = orNotFound(await findUser(tx, id, viewerOf(caller, id)), 'employee');
    return { user, changed };
  });
  if (!outcome.changed) await recordUserRead(db, caller, id);
  return outcome.user;
}

function refuseLastAdmin(admins: number[]): void {
  if (admins.length > 1) return;
  throw new AppError('last_admin', "You're the only active admin. Make someone else an admin first.");
}
