import type { ShownAnnouncement } from '@kinbridge/contract/announcements/announcements.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useInteracted } from '../../lib/load-later.tsx';
import { readSession } from '../../lib/session.ts';
import { AnnouncementBar } from './announcement-bar.tsx';
import { announcementsQuery } from './announcements.api.ts';

/**
 * The operator's announcements to staff. A new one shows with the next page that the person opens, so that nothing
 * moves under the pointer; one that was shown before is there from the first paint.
 */
export function Announcements({ user }: { user: User | undefined }) {
  const staff = user?.userType === 'EMPLOYEE' || user?.userType === 'ADMIN';
  const { data } = useQuery({ ...announcementsQuery, enabled: useInteracted() && staff });
  const { pathname } = useLocation();
  const [shown, setShown] = useState(() => ({ pathname, list: keptAnnouncements() }));
  // An answer may be from just before the dismissal.
  const [dismissed, setDismissed] = useState<number[]>([]);
  if (pathname !== shown.pathname) setShown({ pathname, list: left(data ?? shown.list, dismissed) });
  useEffect(() => {
    if (data) keepAnnouncements(left(data, dismissed));
  }, [data, dismissed]);
  if (shown.list.length === 0) return null;

  function forget(id: number) {
    const list = left(shown.list, [id]);
    keepAnnouncements(list);
    setDismissed([...dismissed, id]);
    setShown({ ...shown, list });
  }

  return <AnnouncementBar announcements={shown.list} onDismissed={forget} />;
}

function left(announcements: ShownAnnouncement[], dismissed: number[]): ShownAnnouncement[] {
  return announcements.filter(({ id }) => !dismissed.includes(id));
}

const key = () => `kinbridge.announcements.${readSession()?.userId ?? 0}`;

/** The announcements as of the last answer in this browser. */
function keptAnnouncements(): ShownAnnouncement[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keepAnnouncements(announcements: ShownAnnouncement[]): void {
  if (announcements.length === 0) localStorage.removeItem(key());
  else localStorage.setItem(key(), JSON.stringify(announcements));
}
