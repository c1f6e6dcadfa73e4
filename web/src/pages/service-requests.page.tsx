import { ServiceRequestsBoard } from '../features/service-requests/board/board.tsx';
import { YourServices } from '../features/services/your-services.tsx';
import { TicketReview } from './ticket-review-later.ts';

export function OutgoingServiceRequestsPage() {
  return <ServiceRequestsBoard side="outgoing" Ticket={TicketReview} />;
}

/** One element, so that the memoized list doesn't render again with the page. */
const yourServices = <YourServices />;

export function IncomingServiceRequestsPage() {
  return <ServiceRequestsBoard side="incoming" Ticket={TicketReview} head={yourServices} />;
}
