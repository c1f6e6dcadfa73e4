import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useInteracted } from '../../lib/load-later.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { announcementsQuery } from './announcements.api.ts';
import { keepAnnouncements, keptAnnouncements } from './kept-announcements.ts';

/**
 * The operator's announcements to staff. A new one shows with the next page that the person opens, so that nothing
 * moves under the pointer; one that was shown before is there from the first paint.
 */
export function Announcements({ user }: { user: User | undefined }) {
  const staff = user?.userType === 'EMPLOYEE' || user?.userType === 'ADMIN';
  const { data } = useQuery({ ...announcementsQuery, enabled: useInteracted() && staff });
  const { pathname } = useLocation();
  const [shown, setShown] = useState(() => ({ pathname, list: keptAnnouncements() }));
  if (pathname !== shown.pathname) setShown({ pathname, list: data ?? shown.list });
  useEffect(() => {
    if (data) keepAnnouncements(data);
  }, [data]);
  if (shown.list.length === 0) return null;
  return (
    <AnnouncementBar
      announcements={shown.list}
      onDismissed={(id) => setShown({ ...shown, list: shown.list.filter((other) => other.id !== id) })}
    />
  );
}
