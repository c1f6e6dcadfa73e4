import { type Actor, isActiveAdmin, isActiveStaff } from './actor.ts';

/**
 * Who may call at all. Which record it may be is a question of the feature's policy and of the
 * organization in its queries. Every route names one of these, or 'public'.
 */
export const permissions = {
  /** Anybody signed in, whatever the status; the policy narrows it to what is one's own. */
  'user:read': () => true,
  'user:edit': () => true,
  'employee:activate': isActiveAdmin,
  'employee:terminate': isActiveAdmin,
  'organization:read': isActiveStaff,
  'organization:edit': isActiveAdmin,
  'support:ask': isActiveStaff,
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type Permission = keyof typeof permissions;

export function may(actor: Actor, permission: Permission): boolean {
  return permissions[permission](actor);
}
