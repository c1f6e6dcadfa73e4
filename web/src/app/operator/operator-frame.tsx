import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { ActionIcon, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, Outlet } from 'react-router';
import { CurrentUserContext } from '../../lib/current-user.ts';
import { listenToLiveEvents } from '../../lib/live/live-events.ts';
import { loadLater, useOpenedOnce } from '../../lib/load-later.tsx';
import { userQuery } from '../../lib/queries/user.query.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useHeldBack } from '../../lib/sign-in/held-back.ts';
import { useDraftsOpen } from '../../lib/use-draft.ts';
import { IconMenu2 } from '../../ui/icons/icons.ts';
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx';
import { useKeptFocus } from '../../ui/page/use-kept-focus.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { usePhone } from '../../ui/scale/use-phone.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { statusText } from '../../ui/states/status-text.ts';
import { CoveringDialogs } from '../frame/covering-dialogs.tsx';
import classes from '../frame/frame.module.css';
import headerClasses from '../frame/header.module.css';
import { HeldBack } from '../frame/held-back.tsx';
import { NoticesLater } from '../frame/notices-later.tsx';
import { useLightPrint } from '../frame/use-light-print.ts';
import { useOtherTabs } from '../frame/use-other-tabs.ts';
import { OperatorMenu } from './operator-menu.tsx';

const MenuDrawer = loadLater(async () => (await import('../frame/menu-drawer.tsx')).MenuDrawer);

/** The operator's console around its pages: header, menu and sheet. */
export function OperatorFrame({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userQuery(userId));
  const user = useDraftsOpen() ? data : undefined;
  const phone = usePhone();
  const [menuOpened, menu] = useDisclosure(false);
  const menuUsed = useOpenedOnce(menuOpened);
  useKeptFocus();
  useOtherTabs();
  useLightPrint();
  const heldBack = useHeldBack();
  useOperatorLive(user !== undefined && !heldBack);
  if (user && heldBack) return <HeldBack user={user} />;
  return (
    <div className={`grid relative ${classes.frame}`} data-no-support>
      <a className={`px-md py-10 round-md bold link sheet pinned ${classes.skip}`} href="#main">
        Skip to content
      </a>
      <OperatorHeader user={user} onMenu={menu.open} />
      {!phone && (
        <nav className={`min-h-0 ${classes.menu}`} aria-label="Main menu">
          <OperatorMenu />
        </nav>
      )}
      <main id="main" className={`scroll column sheet ${classes.sheet}`} tabIndex={-1}>
        {user ? (
          <CurrentUserContext value={user}>
            <Outlet />
          </CurrentUserContext>
        ) : error ? (
          <LoadFailure error={error} text={statusText(error)} onRetry={refetch} />
        ) : (
          <PageSkeleton />
        )}
      </main>
      {user && <CoveringDialogs user={user} />}
      <NoticesLater />
      <Suspense>
        {menuUsed && (
          <MenuDrawer user={user} opened={menuOpened} onClose={menu.close}>
            <OperatorMenu />
          </MenuDrawer>
        )}
      </Suspense>
    </div>
  );
}

function OperatorHeader({ user, onMenu }: { user: User | undefined; onMenu: () => void }) {
  return (
    <header className={`px-md row min-w-0 ${headerClasses.header}`}>
      <ActionIcon className={`hidden ${headerClasses.burger}`} size={44} aria-label="Open menu" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <Link to="/operator" className={headerClasses.brand} aria-label="Kinbridge">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <span className={`text-lg tight phone-hidden ${headerClasses.wordmark}`}>Kinbridge</span>
      </Link>
      <div className={`gap-xs row fill ${headerClasses.organization}`}>
        <span className={`cut bold ${headerClasses.organizationName}`}>Operator’s console</span>
      </div>
      {user ? (
        <Link to="/operator/account" className={`gap-xs round-md row fixed text no-underline ${headerClasses.person}`}>
          <span className={`column min-w-0 text-end phone-unseen ${headerClasses.names}`}>
            <span className="text-sm bold line-17 cut">{fullName(user)}</span>
            <span className="text-xs line-16 dimmed cut">Operator</span>
          </span>
          <PersonAvatar firstName={user.firstName} lastName={user.lastName} size={30} self />
        </Link>
      ) : (
        <Skeleton height={30} width={30} circle />
      )}
    </header>
  );
}

/** Shows what organizations, askers and other operators do, without a reload. */
function useOperatorLive(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    listenToLiveEvents(
      'GET /v1/operator/events',
      (events) => {
        const heard = (name: string) => events.some(({ event }) => event === name || event === 'resync');
        if (heard('organization-review')) void invalidate(['operator', 'organizations']);
        if (heard('support')) void invalidate(['operator', 'support']);
        if (heard('announcement') || heard('announcement-draft')) void invalidate(['operator', 'announcements']);
      },
      controller.signal,
    );
    return () => controller.abort();
  }, [active]);
}
