import { type Caller, isActiveAdmin, isActiveStaff } from './caller.ts';

/**
 * Who may make a call. The feature's policy and the organization filter in its queries decide which records. Every
 * route names one of these, or 'public'.
 */
export const permissions = {
  /** Everyone signed in, in any status; the policy narrows it to their own record. */
  'user:read': () => true,
  /** Inactive staff can only see their own profile. */
  'user:edit': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller),
  'employee:activate': isActiveAdmin,
  'employee:terminate': isActiveAdmin,
  'employee:promote': isActiveAdmin,
  'employee:revoke': isActiveAdmin,
  'employee:reassign': isActiveAdmin,
  'employee:list': isActiveStaff,
  'member:read': isActiveStaff,
  'member:message': isActiveStaff,
  'campaign:read': isActiveStaff,
  'campaign:preview': isActiveStaff,
  'campaign:send': isActiveStaff,
  'member:add': isActiveStaff,
  'member:upload': isActiveStaff,
  'member:merge': isActiveStaff,
  'member:decide': isActiveStaff,
  'service-request:read': isActiveStaff,
  'service-request:create': isActiveStaff,
  'service-request:move': isActiveStaff,
  'service-request:assign': isActiveStaff,
  'service-request:comment': isActiveStaff,
  /** Also the member's own requests. */
  'member-requests:read': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller),
  /** Also the member's own documents. */
  'member-documents:read': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller),
  'member-documents:add': isActiveStaff,
  'custom-message:read': isActiveStaff,
  'custom-message:edit': isActiveAdmin,
  'email-preference:read': isActiveStaff,
  'email-preference:edit': isActiveStaff,
  'events:hear': isActiveStaff,
  'organization:read': isActiveStaff,
  'organization:edit': isActiveAdmin,
  'invitation:create': isActiveAdmin,
  'service:edit': isActiveAdmin,
  'service:set-availability': isActiveStaff,
  'service:confirm': isActiveStaff,
  'audit:read': isActiveAdmin,
  'metrics:read': isActiveStaff,
  /** Any active employee can build forms, as the specification has no restriction. */
  'survey:read': isActiveStaff,
  'survey:publish': isActiveStaff,
  'survey:archive': isActiveStaff,
  'survey:assign': isActiveStaff,
  'survey-answer:read': isActiveStaff,
  'survey-answer:create': isActiveStaff,
  'survey-answer:upload': isActiveStaff,
  /** Also the member's own forms. */
  'member-surveys:read': (caller) => caller.userType === 'PATIENT' || isActiveStaff(caller),
  /** Pending and terminated people need help most. */
  'support:ask': () => true,
} as const satisfies Record<string, (caller: Caller) => boolean>;

export type Permission = keyof typeof permissions;

/** All others write, so a closed organization is refused a new permission unless it is listed here. */
const reading: ReadonlySet<Permission> = new Set([
  'user:read',
  'employee:list',
  'member:read',
  'campaign:read',
  'campaign:preview',
  'service-request:read',
  'member-requests:read',
  'member-documents:read',
  'custom-message:read',
  'email-preference:read',
  'events:hear',
  'organization:read',
  'audit:read',
  'metrics:read',
  'survey:read',
  'survey-answer:read',
  'member-surveys:read',
]);

export function writes(permission: Permission): boolean {
  return !reading.has(permission);
}

export function may(caller: Caller, permission: Permission): boolean {
  return permissions[permission](caller);
}
