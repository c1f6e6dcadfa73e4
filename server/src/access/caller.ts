import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';

/** A person with a session, as stored in the database, never as a header or body claims. */
export interface SignedIn {
  userId: number;
  userType: UserType;
  status: UserStatus;
  organizationId: number | null;
  /** Whether the organization is approved; null without one. */
  approval: OrganizationApproval | null;
  sessionId: string;
  /** Whether they proved who they are in the last ten minutes, by signing in or again. */
  proven: boolean;
  /** Whether they must have a second factor and don't yet: operators, and staff whose organization requires it. */
  needsSecondFactor: boolean;
}

/** Who makes a call, and which request it is: what permissions, queries and audit rows need. */
export interface Caller extends SignedIn {
  requestId: string;
}

export type StaffCaller = Caller & { organizationId: number };

/** A caller without a session. */
export interface Visitor {
  userId: null;
  userType: null;
  status: null;
  organizationId: null;
  requestId: string;
}

export function visitor(requestId: string): Visitor {
  return { userId: null, userType: null, status: null, organizationId: null, requestId };
}

type Standing = Pick<SignedIn | Visitor, 'userType' | 'status' | 'organizationId'>;

export function isStaff<T extends Standing>(person: T): person is T & { organizationId: number } {
  return person.userType !== 'PATIENT' && person.organizationId !== null;
}

export function isActiveStaff<T extends Standing>(person: T): person is T & { organizationId: number } {
  return isStaff(person) && person.status === 'ACTIVE';
}

export function isActiveAdmin<T extends Standing>(person: T): person is T & { organizationId: number } {
  return isActiveStaff(person) && person.userType === 'ADMIN';
}

export function isOperator(person: Standing): boolean {
  return person.userType === 'OPERATOR' && person.status === 'ACTIVE';
}
