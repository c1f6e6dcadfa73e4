import type { User } from '@kinbridge/contract/users/users.contract';
import { type Actor, isActiveAdmin, isActiveStaff } from '../../access/actor.ts';

export type Verdict = 'allowed' | 'forbidden' | 'absent';

/**
 * Oneself always; a member for active staff of an organization that sees them; an employee of the own
 * organization for its active admins; nobody else's people.
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

/** Whoever may read a profile may edit it; the address of a login is its owner's alone. */
export const mayEditUser = mayReadUser;
