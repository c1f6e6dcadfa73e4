import { Suspense } from 'react';
import { MembersList } from '../features/members/members-list.tsx';
import { isActiveStaff, useCurrentUser } from '../lib/current-user.ts';
import { loadLater } from '../lib/load-later.tsx';
import { PageSkeleton } from '../ui/page/page-skeleton.tsx';
import { Unauthorized } from '../ui/states/load-failure.tsx';

const OwnPage = loadLater(async () => (await import('./member-profile.page.tsx')).MemberProfilePage);

/** Member Management; signed-in members see their own page here. */
export function MembersPage() {
  const user = useCurrentUser();
  if (isActiveStaff(user)) return <MembersList />;
  if (user.userType !== 'PATIENT') return <Unauthorized />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <OwnPage />
    </Suspense>
  );
}
