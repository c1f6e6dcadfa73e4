import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshRequests } from '../../features/service-requests/service-requests-live.ts';
import { listenToLiveEvents } from '../../lib/live/live-events.ts';
import { invalidateStaff } from '../../lib/queries/staff.query.ts';
import { erasedMemberKey } from '../../lib/queries/user.query.ts';

/** Keeps the screen up to date with the server, for people who may receive updates. */
export function useLiveUpdates(active: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    listenToLiveEvents(
      'GET /v1/events',
      (events) => {
        refreshRequests(client, events);
        const heard = (name: string) => events.some(({ event }) => event === name || event === 'resync');
        if (heard('message')) void client.invalidateQueries({ queryKey: ['messages'] });
        if (heard('campaign')) void client.invalidateQueries({ queryKey: ['mass-messages'] });
        if (heard('employee')) void invalidateStaff(client);
        if (heard('organization')) {
          void client.invalidateQueries({ queryKey: ['organizations'] });
          void client.invalidateQueries({ queryKey: ['surveys', 'list'] });
        }
        if (heard('support')) void client.invalidateQueries({ queryKey: ['support'] });
        if (heard('announcement')) void client.invalidateQueries({ queryKey: ['announcements'] });
        if (heard('service')) void client.invalidateQueries({ queryKey: ['service-choices'] });
        // Almost any event can complete a step of the setup checklist.
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'setup' });
        for (const { event, data } of events) {
          if (event === 'member' && data.erased && data.id !== undefined)
            client.setQueryData(erasedMemberKey(data.id), true);
          if (event === 'member' || event === 'employee') {
            void client.invalidateQueries({ queryKey: ['users', data.id] });
          }
        }
      },
      controller.signal,
    );
    return () => controller.abort();
  }, [active, client]);
}
