import type { User } from '@kinbridge/contract/users/users.contract';
import { EmailPreferences } from '../features/users/email-preferences.tsx';
import { UserProfile } from '../features/users/user-profile.tsx';
import { isActiveStaff, useCurrentUser } from '../lib/current-user.ts';
import { AssignedRequests, NewRequest } from './assigned-requests.tsx';

export function ProfilePage() {
  const user = useCurrentUser();
  return isActiveStaff(user) ? <StaffProfile user={user} /> : <UserProfile user={user} own />;
}

/** Staff find their own work here, and choose what they are told of by e-mail. */
function StaffProfile({ user }: { user: User }) {
  return (
    <UserProfile user={user} own action={<NewRequest />}>
      <EmailPreferences userId={user.id} />
      <AssignedRequests employee={user} empty="No service requests are assigned to you." />
    </UserProfile>
  );
}
