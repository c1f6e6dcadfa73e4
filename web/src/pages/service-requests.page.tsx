import { lazy } from 'react';
import { ServiceRequestsBoard } from '../features/service-requests/service-requests-board.tsx';

const TicketReview = lazy(async () => ({ default: (await import('./ticket-review.tsx')).TicketReview }));

export function OutgoingServiceRequestsPage() {
  return <ServiceRequestsBoard side="outgoing" Ticket={TicketReview} />;
}

export function IncomingServiceRequestsPage() {
  return <ServiceRequestsBoard side="incoming" Ticket={TicketReview} />;
}
