import { ServiceRequestsBoard } from '../features/service-requests/board/board.tsx';
import { YourServices } from '../features/services/your-services.tsx';
import { TicketReview } from './ticket-review-later.ts';

export function OutgoingServiceRequestsPage() {
  return <ServiceRequestsBoard side="outgoing" Ticket={TicketReview} />;
}

export function IncomingServiceRequestsPage() {
  return <ServiceRequestsBoard side="incoming" Ticket={TicketReview} head={<YourServices />} />;
}
