import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshRequests } from '../../features/service-requests/service-requests-live.ts';
import { listenToLiveEvents } from '../../lib/live-events.ts';

/** Keeps what is on the screen as it is on the server, for those who may hear of it. */
export function useLiveUpdates(active: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    listenToLiveEvents((events) => {
      refreshRequests(client, events);
      if (events.some(({ event }) => event === 'message' || event === 'resync')) {
        void client.invalidateQueries({ queryKey: ['messages'] });
      }
      if (events.some(({ event }) => event === 'campaign')) {
        void client.invalidateQueries({ queryKey: ['campaigns'] });
      }
      for (const { event, data } of events) {
        if (event === 'member') void client.invalidateQueries({ queryKey: ['users', data.id] });
      }
    }, controller.signal);
    return () => controller.abort();
  }, [active, client]);
}
