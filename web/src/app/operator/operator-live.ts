import { useEffect } from 'react';
import { listenToLiveEvents } from '../../lib/live/live-events.ts';
import { invalidate } from '../../lib/query-client.ts';

/** Shows what organizations, askers and other operators do, without a reload. */
export function useOperatorLive(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    listenToLiveEvents(
      'GET /v1/operator/events',
      (events) => {
        const heard = (name: string) => events.some(({ event }) => event === name || event === 'resync');
        if (heard('organization-review')) void invalidate(['operator', 'organizations']);
        if (heard('support')) void invalidate(['operator', 'support']);
        if (heard('announcement') || heard('announcement-draft')) void invalidate(['operator', 'announcements']);
      },
      controller.signal,
    );
    return () => controller.abort();
  }, [active]);
}
