import { useNotifications } from '@mantine/notifications';
import { Suspense, useState } from 'react';
import { loadLater, usePreload } from '../../lib/load-later.tsx';

const Notices = loadLater(async () => (await import('./notices.tsx')).Notices);

/** Shows notices. Its code loads with the first one, which waits in the store until then. */
export function NoticesLater() {
  const { notifications } = useNotifications();
  const [used, setUsed] = useState(false);
  if (notifications.length > 0 && !used) setUsed(true);
  usePreload(Notices);
  return <Suspense>{used && <Notices />}</Suspense>;
}
