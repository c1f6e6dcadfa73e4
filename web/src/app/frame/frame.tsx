import type { User } from '@kinbridge/contract/users/users.contract';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useDeferredValue, useState } from 'react';
import { Outlet, useMatches } from 'react-router';
import { Announcements } from '../../features/announcements/announcements.tsx';
import { ContactSupport } from '../../features/support/contact-support.tsx';
import { CurrentUserContext, isActiveStaff } from '../../lib/current-user.ts';
import { loadLater, useOpenedOnce, usePreload } from '../../lib/load-later.tsx';
import { userQuery } from '../../lib/queries/user.query.ts';
import { useHeldBack } from '../../lib/sign-in/held-back.ts';
import { useSingleKey } from '../../lib/single-key.ts';
import { useDraftsOpen } from '../../lib/use-draft.ts';
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx';
import { useKeptFocus } from '../../ui/page/use-kept-focus.ts';
import { usePhone } from '../../ui/scale/use-phone.ts';
import { LoadFailure, Unauthorized } from '../../ui/states/load-failure.tsx';
import { statusText } from '../../ui/states/status-text.ts';
import type { PortalRoute } from '../portal-routes.ts';
import { mayOpen } from '../route-access.ts';
import { ApprovalBanner } from './approval-banner.tsx';
import { CoveringDialogs } from './covering-dialogs.tsx';
import classes from './frame.module.css';
import { Header } from './header.tsx';
import { HeldBack } from './held-back.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { NoticesLater } from './notices-later.tsx';
import { SideMenu } from './side-menu.tsx';
import { useLightPrint } from './use-light-print.ts';
import { useOtherTabs } from './use-other-tabs.ts';
import { useRenewedDevice } from './use-renewed-device.ts';

const Palette = loadLater(async () => (await import('./palette.tsx')).Palette);
const MenuDrawer = loadLater(async () => (await import('./menu-drawer.tsx')).MenuDrawer);
const ShortcutsDialog = loadLater(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The signed-in portal. Every change of the address renders this, and the rest only on another page. */
export function Frame({ userId }: { userId: number }) {
  const page = useMatches().at(-1);
  const wide = (page?.handle as Pick<PortalRoute, 'wide'> | undefined)?.wide === true;
  return <PageFrame userId={userId} pageId={page?.id} wide={wide} />;
}

interface PageFrameProps {
  userId: number;
  pageId: string | undefined;
  wide: boolean;
}

/** What is around the pages: header, side menu, the sheet, and floating elements. */
const PageFrame = memo(function PageFrame({ userId, pageId, wide }: PageFrameProps) {
  const { data, error, refetch } = useQuery(userQuery(userId));
  // Deferred, so that React renders the page in small pieces and the browser stays responsive.
  const user = useDeferredValue(useDraftsOpen() ? data : undefined);
  const phone = usePhone();
  const [collapsed, toggleMenu] = useCollapsedMenu(pageId, wide);
  const [menuOpened, menu] = useDisclosure(false);
  const menuUsed = useOpenedOnce(menuOpened);
  const [paletteOpened, palette] = useDisclosure(false);
  const [shortcutsOpened, shortcuts] = useDisclosure(false);
  const [supportOpened, support] = useDisclosure(false);

  // Preloaded, because people start typing right after Ctrl K.
  usePreload(Palette, MenuDrawer);
  useHotkeys([['mod+K', palette.open]], []);
  useSingleKey('?', shortcuts.open);
  useKeptFocus();
  useOtherTabs();
  useLightPrint();
  useRenewedDevice(user);
  const heldBack = useHeldBack();
  useLiveUpdates(user !== undefined && isActiveStaff(user) && !heldBack);
  if (user && heldBack) return <HeldBack user={user} />;

  return (
    <div className={`grid relative ${classes.frame}`} data-collapsed={collapsed || undefined}>
      <a className={`px-md py-10 round-md bold link sheet pinned ${classes.skip}`} href="#main">
        Skip to content
      </a>
      <Header user={user} onFind={palette.open} onMenu={menu.open} />
      {!phone && (
        <nav className={`min-h-0 ${classes.menu}`} aria-label="Main menu" aria-busy={(!user && !error) || undefined}>
          <SideMenu user={user} collapsed={collapsed} onToggle={toggleMenu} />
        </nav>
      )}
      <div className={classes.banners}>
        <Announcements user={user} />
        <ApprovalBanner user={user} />
      </div>
      <main id="main" className={`scroll column sheet ${classes.sheet}`} tabIndex={-1}>
        <Sheet user={user} error={error} onRetry={refetch} />
      </main>
      {user && <ContactSupport opened={supportOpened} onOpen={support.open} onClose={support.close} />}
      {user && <CoveringDialogs user={user} />}
      <NoticesLater />
      <Suspense>
        {menuUsed && (
          <MenuDrawer user={user} opened={menuOpened} onClose={menu.close} onFind={palette.open}>
            <SideMenu user={user} />
          </MenuDrawer>
        )}
        {user && paletteOpened && (
          <Palette user={user} onClose={palette.close} onShortcuts={shortcuts.open} onSupport={support.open} />
        )}
        {shortcutsOpened && <ShortcutsDialog onClose={shortcuts.close} />}
      </Suspense>
    </div>
  );
});

/** Whether the menu is collapsed. The choice is remembered, except on wide pages, where it opens collapsed. */
function useCollapsedMenu(pageId: string | undefined, wide: boolean): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'kinbridge.menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [openedOn, setOpenedOn] = useState<string>();
  if (!wide) return [collapsed, () => setCollapsed(!collapsed)];
  const opened = openedOn === pageId;
  return [!opened, () => setOpenedOn(opened ? undefined : pageId)];
}

/** The page, once the user is loaded and allowed to open it. */
function Sheet({ user, error, onRetry }: { user: User | undefined; error: Error | null; onRetry: () => void }) {
  const route = useMatches().at(-1)?.handle as Pick<PortalRoute, 'who'> | undefined;
  if (user && route && !mayOpen(route, user)) return <Unauthorized />;
  if (user) {
    return (
      <CurrentUserContext value={user}>
        <Outlet />
      </CurrentUserContext>
    );
  }
  return error ? <LoadFailure error={error} text={statusText(error)} onRetry={onRetry} /> : <PageSkeleton />;
}
