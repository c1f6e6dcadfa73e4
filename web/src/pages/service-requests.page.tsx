import { ServiceRequestsBoard } from '../features/service-requests/service-requests-board.tsx';

export function OutgoingServiceRequestsPage() {
  return <ServiceRequestsBoard side="outgoing" />;
}

export function IncomingServiceRequestsPage() {
  return <ServiceRequestsBoard side="incoming" />;
}
