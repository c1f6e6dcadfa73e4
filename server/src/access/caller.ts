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

/** Who does something, and how we know them: what audit rows name. */
export interface Principal {
  via: 'session' | 'emailLink' | 'directory' | 'command' | 'member' | 'visitor';
  userId: number | null;
  organizationId: number | null;
  requestId: string | null;
}

/** A person with a session. */
export interface Caller extends SignedIn {
  via: 'session';
  requestId: string;
}

export type StaffCaller = Caller & { organizationId: number };

/** An employee who pressed a button behind a link in an email, without signing in. */
export interface EmailLinkCaller extends Principal {
  via: 'emailLink';
  userId: number;
  organizationId: number;
}

/** An organization's directory, known by its token. */
export interface Directory extends Principal {
  via: 'directory';
  userId: null;
  organizationId: number;
}

/** A person without a session. */
export interface Visitor {
  via: 'visitor';
  userId: null;
  userType: null;
  status: null;
  organizationId: null;
  requestId: string;
}

export function visitor(requestId: string): Visitor {
  return { via: 'visitor', userId: null, userType: null, status: null, organizationId: null, requestId };
}

/** The operator at the server's terminal, or a nightly job. */
export const commandCaller: Principal = { via: 'command', userId: null, organizationId: null, requestId: null };

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
