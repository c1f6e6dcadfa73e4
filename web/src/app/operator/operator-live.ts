import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToLiveEvents } from '../../lib/live/live-events.ts';

/** Shows what organizations, askers and other operators do, without a reload. */
export function useOperatorLive(active: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    listenToLiveEvents(
      'GET /v1/operator/events',
      (events) => {
        const heard = (name: string) => events.some(({ event }) => event === name || event === 'resync');
        if (heard('organization-review')) void client.invalidateQueries({ queryKey: ['operator', 'organizations'] });
        if (heard('support')) void client.invalidateQueries({ queryKey: ['operator', 'support'] });
        if (heard('announcement') || heard('announcement-draft'))
          void client.invalidateQueries({ queryKey: ['operator', 'announcements'] });
      },
      controller.signal,
    );
    return () => controller.abort();
  }, [active, client]);
}
