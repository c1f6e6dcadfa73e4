import type { User } from '@kinbridge/contract/users/users.contract';
import { type Actor, isActiveAdmin, isActiveStaff } from '../../access/actor.ts';

export type Verdict = 'allowed' | 'forbidden' | 'absent';

/**
 * Allowed for oneself, for active staff who see the member, and for active admins of an employee's own organization.
 */
export function mayReadUser(
  actor: Actor,
  user: Pick<User, 'id' | 'userType' | 'organizationId'> | null,
  seesMember = false,
): Verdict {
  if (user?.id === actor.userId) return 'allowed';
  if (!isActiveStaff(actor)) return 'forbidden';
  if (user?.userType === 'PATIENT') return seesMember ? 'allowed' : 'absent';
  if (!user || user.organizationId !== actor.organizationId) return 'absent';
  return isActiveAdmin(actor) ? 'allowed' : 'forbidden';
}

/** Everyone who can read a profile can edit it, except a login's address, which only its owner can. */
export const mayEditUser = mayReadUser;
