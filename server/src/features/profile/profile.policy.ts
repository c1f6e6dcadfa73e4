import type { User } from '@kinbridge/contract/users/users.contract';
import { type Caller, isActiveAdmin, isActiveStaff } from '../../access/caller.ts';

export type Verdict = 'allowed' | 'forbidden' | 'absent';

/**
 * Allowed for oneself, for active staff who see the member, and for active admins of an employee's own organization.
 */
export function mayReadUser(
  caller: Caller,
  user: Pick<User, 'id' | 'userType' | 'organizationId'> | null,
  seesMember = false,
): Verdict {
  if (user?.id === caller.userId) return 'allowed';
  if (!isActiveStaff(caller)) return 'forbidden';
  if (user?.userType === 'PATIENT') return seesMember ? 'allowed' : 'absent';
  if (!user || user.organizationId !== caller.organizationId) return 'absent';
  return isActiveAdmin(caller) ? 'allowed' : 'forbidden';
}

/** Everyone who can read a profile can edit it, except a login's address, which only its owner can. */
export const mayEditUser = mayReadUser;
