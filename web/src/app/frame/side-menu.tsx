import type { User } from '@kinbridge/contract/users/users.contract';
import { Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useLocation } from 'react-router';
import { needsYouTotalQuery } from '../../features/needs-you/needs-you.api.ts';
import { countsQuery } from '../../features/service-requests/service-requests.api.ts';
import { isActiveAdmin, isActiveStaff } from '../../lib/current-user.ts';
import { ifKnown } from '../../lib/queries/if-known.ts';
import { pendingStaffQuery } from '../../lib/queries/staff.query.ts';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '../../ui/icons/icons.ts';
import { type PortalRoute, portalRoutes } from '../portal-routes.ts';
import { findsInMenu } from '../route-access.ts';
import { logOut } from './log-out.ts';
import { MenuEntry } from './menu-entry.tsx';
import { menuIcons } from './menu-icons.ts';
import classes from './side-menu.module.css';

interface SideMenuProps {
  user: User | undefined;
  collapsed?: boolean;
  /** Without it the menu can't be collapsed, as in the drawer on a phone. */
  onToggle?: () => void;
}

export function SideMenu({ user, collapsed = false, onToggle }: SideMenuProps) {
  return (
    <div className={`scroll-y column h-full ${classes.menu}`} data-collapsed={collapsed || undefined}>
      <MenuGroup group="own" user={user} collapsed={collapsed} />
      <MenuGroup group="work" user={user} collapsed={collapsed} />
      <Divider className={classes.hairline} />
      <MenuGroup group="account" user={user} collapsed={collapsed} />
      <MenuEntry label="Logout" icon={IconLogout} collapsed={collapsed} onClick={() => void logOut()} />
      {onToggle && (
        <div className={classes.footer}>
          <MenuEntry
            label={collapsed ? 'Expand menu' : 'Collapse menu'}
            icon={collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
            collapsed={collapsed}
            onClick={onToggle}
          />
        </div>
      )}
    </div>
  );
}

/** How much needs this person, how many incoming requests wait and, for admins, how many people wait for approval. */
function useMenuCounts(user: User | undefined): Record<MenuCount, number> {
  const id = user?.organizationId;
  const requests = useQuery(ifKnown(id, (known) => countsQuery('incoming', known), user && isActiveStaff(user)));
  const waiting = useQuery(ifKnown(user?.id, needsYouTotalQuery, user && isActiveStaff(user)));
  const people = useQuery(ifKnown(id, pendingStaffQuery, user && isActiveAdmin(user)));
  return {
    waiting: waiting.data?.total ?? 0,
    requested: requests.data?.REQUESTED ?? 0,
    pending: people.data?.count ?? 0,
  };
}

type Group = NonNullable<PortalRoute['menu']>['group'];
type MenuCount = NonNullable<NonNullable<PortalRoute['menu']>['count']>;

function MenuGroup({ group, user, collapsed }: { group: Group; user: User | undefined; collapsed: boolean }) {
  const { pathname } = useLocation();
  const counts = useMenuCounts(user);
  const entries = portalRoutes.filter((route) => route.menu?.group === group && user && findsInMenu(route, user));
  if (entries.length === 0) return null;
  return (
    <Fragment>
      {group === 'work' && <Divider className={classes.hairline} />}
      {entries.map(({ path, title, menu, load }) => (
        <MenuEntry
          key={path}
          label={title}
          icon={menu && menuIcons[menu.icon]}
          {...(menu?.count && { count: counts[menu.count], countWord: menu.count })}
          collapsed={collapsed}
          to={path}
          active={path === '/' ? pathname === '/' : pathname.startsWith(menu?.covers ?? path)}
          load={load}
        />
      ))}
    </Fragment>
  );
}
