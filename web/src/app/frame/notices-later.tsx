import { useNotifications } from '@mantine/notifications';
import { Suspense } from 'react';
import { loadLater, useOpenedOnce, usePreload } from '../../lib/load-later.tsx';

const Notices = loadLater(async () => (await import('./notices.tsx')).Notices);

/** Shows notices. Its code loads with the first one, which waits in the store until then. */
export function NoticesLater() {
  const { notifications } = useNotifications();
  const used = useOpenedOnce(notifications.length > 0);
  usePreload(Notices);
  return <Suspense>{used && <Notices />}</Suspense>;
}
