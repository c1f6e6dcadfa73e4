import { MassMessaging } from '../features/mass-messaging/mass-messaging.tsx';

export function MassMessagingPage() {
  return <MassMessaging />;
}
