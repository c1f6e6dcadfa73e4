import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';

/** The caller as stored in the database, never as a header or body claims. */
export interface Actor {
  userId: number;
  userType: UserType;
  status: UserStatus;
  organizationId: number | null;
  /** Whether the organization is approved; null without one. */
  approval: OrganizationApproval | null;
  sessionId: string;
}

export type StaffActor = Actor & { organizationId: number };

export function isStaff(actor: Actor): actor is StaffActor {
  return actor.userType !== 'PATIENT' && actor.organizationId !== null;
}

export function isActiveStaff(actor: Actor): actor is StaffActor {
  return isStaff(actor) && actor.status === 'ACTIVE';
}

export function isActiveAdmin(actor: Actor): actor is StaffActor {
  return isActiveStaff(actor) && actor.userType === 'ADMIN';
}
