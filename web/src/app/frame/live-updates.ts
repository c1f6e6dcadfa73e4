import { useEffect } from 'react';
import { refreshNeedsYou } from '../../features/needs-you/needs-you.api.ts';
import { refreshRequests } from '../../features/service-requests/service-requests-live.ts';
import { listenToLiveEvents } from '../../lib/live/live-events.ts';
import { staffKey } from '../../lib/queries/staff.query.ts';
import { erasedMemberKey } from '../../lib/queries/user.query.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { readSession } from '../../lib/session.ts';

/** Keeps the screen up to date with the server, for people who may receive updates. */
export function useLiveUpdates(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    listenToLiveEvents(
      'GET /v1/events',
      (events) => {
        refreshRequests(events);
        refreshNeedsYou(readSession()?.userId ?? 0, events);
        const heard = (name: string) => events.some(({ event }) => event === name || event === 'resync');
        if (heard('message')) void invalidate(['messages']);
        if (heard('campaign')) void invalidate(['mass-messages']);
        if (heard('employee')) void invalidate(staffKey);
        if (heard('organization')) void invalidate(['organizations'], ['surveys', 'list']);
        if (heard('support')) void invalidate(['support']);
        if (heard('announcement')) void invalidate(['announcements']);
        if (heard('service')) void invalidate(['service-choices']);
        // Almost any event can complete a step of the setup checklist.
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'setup' });
        for (const { event, data } of events) {
          if (event === 'member' && data.erased && data.id !== undefined)
            queryClient.setQueryData(erasedMemberKey(data.id), true);
          if (event === 'member' || event === 'employee') void invalidate(['users', data.id]);
        }
      },
      controller.signal,
    );
    return () => controller.abort();
  }, [active]);
}
