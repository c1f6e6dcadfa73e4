import { MassMessaging } from '../features/mass-messages/mass-messaging.tsx';

export function MassMessagingPage() {
  return <MassMessaging />;
}
