import { type Caller, isActiveAdmin, isActiveStaff, isOperator, isStaff } from './caller.ts';

/**
 * Who may make a call. The feature's policy and the organization filter in its queries decide which records. Every
 * route names one of these, or 'public'.
 */
export const permissions = {
  /** Everyone signed in, in any status; the policy narrows it to their own record. */
  'user:read': () => true,
  /** Inactive staff can only see their own profile. */
  'user:edit': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller) || isOperator(caller),
  /** Everyone signed in, in any status; the routes refuse anyone else's sessions and factors. */
  'security:own': () => true,
  'employee:activate': isActiveAdmin,
  'employee:terminate': isActiveAdmin,
  'employee:promote': isActiveAdmin,
  'employee:revoke': isActiveAdmin,
  'employee:sign-out': isActiveAdmin,
  'employee:reset-factors': isActiveAdmin,
  'employee:reassign': isActiveAdmin,
  'employee:list': isActiveStaff,
  'member:read': isActiveStaff,
  'member:message': isActiveStaff,
  'mass-message:read': isActiveStaff,
  'mass-message:preview': isActiveStaff,
  'mass-message:send': isActiveStaff,
  'member:add': isActiveStaff,
  'member:upload': isActiveStaff,
  'member:merge': isActiveStaff,
  'member:decide': isActiveStaff,
  'member:export': isActiveAdmin,
  'member:erase': isActiveAdmin,
  'service-request:read': isActiveStaff,
  'service-request:create': isActiveStaff,
  'service-request:move': isActiveStaff,
  'service-request:assign': isActiveStaff,
  'service-request:comment': isActiveStaff,
  /** Also the member's own requests. */
  'member-requests:read': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller),
  /** Also the member's own documents. */
  'member-files:read': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller),
  'member-files:add': isActiveStaff,
  'custom-message:read': isActiveStaff,
  'custom-message:edit': isActiveAdmin,
  'email-preference:read': isActiveStaff,
  'email-preference:edit': isActiveStaff,
  'events:hear': isActiveStaff,
  'organization:read': isActiveStaff,
  'organization:edit': isActiveAdmin,
  'invitation:create': isActiveAdmin,
  'scim-token:read': isActiveAdmin,
  'scim-token:edit': isActiveAdmin,
  'single-sign-on:edit': isActiveAdmin,
  'service:edit': isActiveAdmin,
  'service:set-availability': isActiveStaff,
  'service:confirm': isActiveStaff,
  'audit:read': isActiveAdmin,
  'metrics:read': isActiveStaff,
  /** Any active employee can build forms, as the specification has no restriction. */
  'form:read': isActiveStaff,
  'form:publish': isActiveStaff,
  'form:archive': isActiveStaff,
  'form:assign': isActiveStaff,
  'submission:read': isActiveStaff,
  'submission:create': isActiveStaff,
  'submission:upload': isActiveStaff,
  /** Also the member's own forms. */
  'member-forms:read': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller),
  /** Pending and terminated people need help most. */
  'support:ask': (caller) => caller.userType !== 'OPERATOR',
  /** Their own questions. */
  'support:read': (caller) => caller.userType !== 'OPERATOR',
  'announcement:read': isStaff,
  'operator:read': isOperator,
  'operator:edit': isOperator,
} as const satisfies Record<string, (caller: Caller) => boolean>;

export type Permission = keyof typeof permissions;

/** All others write, so a closed organization is refused a new permission unless it is listed here. */
const reading: ReadonlySet<Permission> = new Set([
  'user:read',
  'employee:list',
  'member:read',
  'member:export',
  'mass-message:read',
  'mass-message:preview',
  'service-request:read',
  'member-requests:read',
  'member-files:read',
  'custom-message:read',
  'email-preference:read',
  'events:hear',
  'organization:read',
  'scim-token:read',
  'audit:read',
  'metrics:read',
  'form:read',
  'submission:read',
  'member-forms:read',
  'support:read',
  'announcement:read',
  'operator:read',
]);

export function writes(permission: Permission): boolean {
  return !reading.has(permission);
}

export function may(caller: Caller, permission: Permission): boolean {
  return permissions[permission](caller);
}
