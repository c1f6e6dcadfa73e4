import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../lib/live/live-events.ts';
import { invalidateRequests, moveKey, serviceRequestKeys } from './service-requests.api.ts';

/** Invalidates what the events are about; only what is on the screen is refetched. */
export function refreshRequests(client: QueryClient, events: LiveEvent[]): void {
  // Your own move already shows, and everything is refetched after its response.
  const moving = client.isMutating({ mutationKey: moveKey }) > 0;
  if (events.some(({ event }) => event === 'resync')) {
    if (!moving) void invalidateRequests(client);
    return;
  }
  const changed = events.filter(({ event }) => event === 'service-request');
  if (changed.length > 0 && !moving) {
    const [, request] = serviceRequestKeys.request(0);
    void client.invalidateQueries({
      queryKey: serviceRequestKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== request,
    });
  }
  const ids = events.map(({ event, data }) =>
    event === 'service-request' ? !moving && data.id : data.serviceRequestId,
  );
  for (const id of new Set(ids)) {
    if (id) void client.invalidateQueries({ queryKey: serviceRequestKeys.request(id) });
  }
}
