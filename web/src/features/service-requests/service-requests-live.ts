import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../lib/live-events.ts';
import { invalidateRequests, moveKey, serviceRequestKeys } from './service-requests.api.ts';

/** Looks again at what the news is about; only what is on the screen is fetched. */
export function refreshRequests(client: QueryClient, events: LiveEvent[]): void {
  const lists = events.some(({ event }) => event === 'service-request' || event === 'resync');
  if (lists) {
    // A move of one's own is shown already, and everything is read again when its answer is there.
    if (client.isMutating({ mutationKey: moveKey }) === 0) void invalidateRequests(client);
    return;
  }
  for (const id of new Set(events.map(({ data }) => data.serviceRequestId))) {
    if (id) void client.invalidateQueries({ queryKey: serviceRequestKeys.request(id) });
  }
}
