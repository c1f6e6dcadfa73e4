import type { User } from '@kinbridge/contract/users/users.contract';
import { Suspense } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx';
import { CoveringDialogs } from './covering-dialogs.tsx';
import { logOut } from './log-out.ts';
import { NoticesLater } from './notices-later.tsx';

const SetUpFactorPage = loadLater(async () => (await import('../../pages/set-up-factor.page.tsx')).SetUpFactorPage);

/** What people see instead of a frame until they have set up the second factor that they need. */
export function HeldBack({ user }: { user: User }) {
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <SetUpFactorPage user={user} onLogOut={() => void logOut()} />
      </Suspense>
      <CoveringDialogs user={user} />
      <NoticesLater />
    </>
  );
}
