import type { User } from '@kinbridge/contract/users/users.contract';
import { createContext, use } from 'react';

/** The signed-in person. The frame loads it first, so every page inside can rely on it. */
export const CurrentUserContext = createContext<User | null>(null);

export function useCurrentUser(): User {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser must be used inside the signed-in frame');
  return user;
}

/** Staff always belong to an organization; a member may have none. */
export function organizationOf({ organizationId }: Pick<User, 'organizationId'>): number {
  if (organizationId === null) throw new Error('A member has no organization of their own');
  return organizationId;
}

/** The organization of the signed-in staff. Pages for members don't ask for it. */
export function useOwnOrganizationId(): number {
  return organizationOf(useCurrentUser());
}

export function isActiveStaff(user: User): boolean {
  return user.status === 'ACTIVE' && (user.userType === 'EMPLOYEE' || user.userType === 'ADMIN');
}

export function isActiveAdmin(user: User): boolean {
  return user.status === 'ACTIVE' && user.userType === 'ADMIN';
}
