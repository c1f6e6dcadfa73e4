import { type Actor, isActiveAdmin, isActiveStaff } from './actor.ts';

/**
 * Who may call at all. Which record it may be is a question of the feature's policy and of the
 * organization in its queries. Every route names one of these, or 'public'.
 */
export const permissions = {
  /** Anybody signed in, whatever the status; the policy narrows it to what is one's own. */
  'user:read': () => true,
  /** Staff who are not active see their own profile and change nothing. */
  'user:edit': (actor) => actor.userType === 'PATIENT' || isActiveStaff(actor),
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
  /** The member's own requests, too. */
  'member-requests:read': (actor) => actor.userType === 'PATIENT' || isActiveStaff(actor),
  /** The member's own documents, too. */
  'member-documents:read': (actor) => actor.userType === 'PATIENT' || isActiveStaff(actor),
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
  'audit:read': isActiveAdmin,
  'metrics:read': isActiveStaff,
  /** Any active employee builds forms; the specification keeps that from nobody. */
  'survey:read': isActiveStaff,
  'survey:publish': isActiveStaff,
  'survey:archive': isActiveStaff,
  'survey:assign': isActiveStaff,
  'survey-answer:read': isActiveStaff,
  'survey-answer:create': isActiveStaff,
  'survey-answer:upload': isActiveStaff,
  /** The member's own forms, too. */
  'member-surveys:read': (actor) => actor.userType === 'PATIENT' || isActiveStaff(actor),
  /** People who are waiting or were terminated need help most. */
  'support:ask': () => true,
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type Permission = keyof typeof permissions;

/** Every other permission writes, so a new one is refused to a closed organization unless it is named here. */
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

export function may(actor: Actor, permission: Permission): boolean {
  return permissions[permission](actor);
}
