import type { User } from '@kinbridge/contract/users/users.contract';
import { isActiveAdmin, isActiveStaff } from '../lib/current-user.ts';
import type { PortalRoute } from './portal-routes.ts';

/** Whether this person may open a page. The server decides again on every call. */
export function mayOpen(route: Pick<PortalRoute, 'who'>, user: User): boolean {
  switch (route.who) {
    case 'everyone':
      return true;
    case 'active staff':
      return isActiveStaff(user);
    case 'active admins':
      return isActiveAdmin(user);
  }
}

/** Whether this person sees a page in the menu and the palette. */
export function findsInMenu({ who, menu }: Pick<PortalRoute, 'who' | 'menu'>, user: User): boolean {
  return menu !== undefined && mayOpen({ who: menu.who ?? who }, user);
}
