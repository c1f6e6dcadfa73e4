import { OwnProfile } from '../features/users/own-profile.tsx';
import { useCurrentUser } from '../lib/current-user.ts';

export function ProfilePage() {
  return <OwnProfile user={useCurrentUser()} />;
}
