import type { LiveEvent } from '../../lib/live/live-events.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { moveKey, serviceRequestKeys } from './service-requests.api.ts';

/** Invalidates what the events are about; only what is on the screen is refetched. */
export function refreshRequests(events: LiveEvent[]): void {
  // Your own move already shows, and everything is refetched after its response.
  const moving = queryClient.isMutating({ mutationKey: moveKey }) > 0;
  if (events.some(({ event }) => event === 'resync')) {
    if (!moving) void invalidate(serviceRequestKeys.all);
    return;
  }
  const changed = events.filter(({ event }) => event === 'service-request');
  if (changed.length > 0 && !moving) {
    const [, request] = serviceRequestKeys.request(0);
    void queryClient.invalidateQueries({
      queryKey: serviceRequestKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== request,
    });
  }
  const ids = events.map(({ event, data }) =>
    event === 'service-request' ? !moving && data.id : data.serviceRequestId,
  );
  for (const id of new Set(ids)) {
    if (id) void invalidate(serviceRequestKeys.request(id));
  }
}
