import { type Caller, isActiveAdmin, isActiveStaff, isOperator, isStaff } from './caller.ts';

/**
 * What a call does. Staff of a closed organization may only read. A waiting organization prepares itself, but reaches
 * nobody outside: it sends no message in its own words and connects no other system.
 */
type Effect = 'reads' | 'changes' | 'reaches outside';

interface Rule {
  isAllowed: (caller: Caller) => boolean;
  effect: Effect;
}

type IsAllowed = Rule['isAllowed'];
const reads = (isAllowed: IsAllowed): Rule => ({ isAllowed, effect: 'reads' });
const changes = (isAllowed: IsAllowed): Rule => ({ isAllowed, effect: 'changes' });
const reachesOutside = (isAllowed: IsAllowed): Rule => ({ isAllowed, effect: 'reaches outside' });

/**
 * Who may make a call, and what it does. The feature's policy and the organization filter in its queries decide which
 * records. Every route names one of these, or 'public'.
 */
export const permissions = {
  /** Everyone signed in, in any status; the policy narrows it to their own record. */
  'user:read': reads(() => true),
  /** Inactive staff can only see their own profile. */
  'user:edit': changes((caller) => caller.userType === 'PATIENT' || isActiveStaff(caller) || isOperator(caller)),
  /** Everyone signed in, in any status; the routes refuse anyone else's sessions, factors and devices. */
  'security:own': changes(() => true),
  'employee:activate': changes(isActiveAdmin),
  'employee:terminate': changes(isActiveAdmin),
  'employee:promote': changes(isActiveAdmin),
  'employee:revoke': changes(isActiveAdmin),
  'employee:sign-out': changes(isActiveAdmin),
  'employee:reset-factors': changes(isActiveAdmin),
  'employee:unlink-sign-in': changes(isActiveAdmin),
  'employee:reassign': changes(isActiveAdmin),
  'employee:list': reads(isActiveStaff),
  'member:read': reads(isActiveStaff),
  'member:message': reachesOutside(isActiveStaff),
  'mass-message:read': reads(isActiveStaff),
  'mass-message:preview': reads(isActiveStaff),
  'mass-message:send': reachesOutside(isActiveStaff),
  'mass-message:stop': changes(isActiveStaff),
  'member:add': changes(isActiveStaff),
  'member:upload': changes(isActiveStaff),
  'member:merge': changes(isActiveStaff),
  'member:decide': changes(isActiveStaff),
  'member:export': reads(isActiveAdmin),
  'member:erase': changes(isActiveAdmin),
  'needs-you:read': reads(isActiveStaff),
  'needs-you:done': changes(isActiveStaff),
  'service-request:read': reads(isActiveStaff),
  'service-request:create': changes(isActiveStaff),
  'service-request:move': changes(isActiveStaff),
  'service-request:assign': changes(isActiveStaff),
  'service-request:comment': changes(isActiveStaff),
  /** Also the member's own requests. */
  'member-requests:read': reads((caller) => caller.userType === 'PATIENT' || isActiveStaff(caller)),
  /** Also the member's own documents. */
  'member-files:read': reads((caller) => caller.userType === 'PATIENT' || isActiveStaff(caller)),
  'member-files:add': changes(isActiveStaff),
  'custom-message:read': reads(isActiveStaff),
  'custom-message:edit': changes(isActiveAdmin),
  'email-preference:read': reads(isActiveStaff),
  'email-preference:edit': changes(isActiveStaff),
  'events:hear': reads(isActiveStaff),
  'organization:read': reads(isActiveStaff),
  'organization:edit': changes(isActiveAdmin),
  /** An invitation with an email address reaches outside; its handler refuses it. */
  'invitation:create': changes(isActiveAdmin),
  'scim-token:read': reads(isActiveAdmin),
  'scim-token:create': reachesOutside(isActiveAdmin),
  'scim-token:delete': changes(isActiveAdmin),
  'single-sign-on:read': reads(isActiveAdmin),
  'single-sign-on:connect': reachesOutside(isActiveAdmin),
  'single-sign-on:remove': changes(isActiveAdmin),
  'service:edit': changes(isActiveAdmin),
  'service:set-availability': changes(isActiveStaff),
  'service:confirm': changes(isActiveStaff),
  'audit:read': reads(isActiveAdmin),
  'metrics:read': reads(isActiveStaff),
  /** Any active employee can build forms, as the specification has no restriction. */
  'form:read': reads(isActiveStaff),
  'form:publish': changes(isActiveStaff),
  'form:archive': changes(isActiveStaff),
  'form:assign': changes(isActiveStaff),
  'submission:read': reads(isActiveStaff),
  'submission:create': changes(isActiveStaff),
  'submission:upload': changes(isActiveStaff),
  /** Also the member's own forms. */
  'member-forms:read': reads((caller) => caller.userType === 'PATIENT' || isActiveStaff(caller)),
  /** Pending and terminated people need help most. */
  'support:ask': changes((caller) => caller.userType !== 'OPERATOR'),
  /** Their own questions. */
  'support:read': reads((caller) => caller.userType !== 'OPERATOR'),
  'announcement:read': reads(isStaff),
  'operator:read': reads(isOperator),
  'operator:edit': changes(isOperator),
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

export function effectOf(permission: Permission): Effect {
  return permissions[permission].effect;
}

export function may(caller: Caller, permission: Permission): boolean {
  return permissions[permission].isAllowed(caller);
}
