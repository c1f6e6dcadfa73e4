import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Suspense } from 'react';
import { useTicketUrl } from '../lib/lists/ticket-url.ts';
import { usePreload } from '../lib/load-later.tsx';
import { TicketReview } from './ticket-review-later.ts';

/** The ticket in the URL, opened over a profile's table; ↑ and ↓ move along its rows. */
export function TicketFromUrl({ requests = [] }: { requests: ServiceRequest[] | undefined }) {
  const { ticketId, walkTo, close } = useTicketUrl();
  usePreload(TicketReview);
  if (ticketId === null) return null;
  const place = requests.findIndex(({ id }) => id === ticketId);

  function walk(direction: 'previous' | 'next') {
    const neighbor = requests[place + (direction === 'previous' ? -1 : 1)];
    if (neighbor) walkTo(neighbor.id, 0);
  }

  return (
    <Suspense>
      <TicketReview
        ticketId={ticketId}
        onClose={close}
        {...(place !== -1 && { onWalk: walk, position: { place: place + 1, of: requests.length } })}
      />
    </Suspense>
  );
}
