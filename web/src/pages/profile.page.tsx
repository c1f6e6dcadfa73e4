import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../features/organizations/account.api.ts';
import { EmailPreferences } from '../features/users/email-preferences.tsx';
import { Security } from '../features/users/security.tsx';
import { UserProfile } from '../features/users/user-profile.tsx';
import { isActiveStaff, useCurrentUser } from '../lib/current-user.ts';
import { AssignedRequests, NewRequest } from './assigned-requests.tsx';

export function ProfilePage() {
  const user = useCurrentUser();
  if (isActiveStaff(user)) return <StaffProfile user={user} />;
  return (
    <UserProfile user={user} own>
      {user.userType === 'PATIENT' && <Security user={user} />}
    </UserProfile>
  );
}

/** Staff see their own work here, and choose which emails they get. */
function StaffProfile({ user }: { user: User }) {
  const { data: organization } = useQuery(organizationQuery(user.organizationId ?? 0));
  return (
    <UserProfile user={user} own action={<NewRequest />}>
      <EmailPreferences userId={user.id} />
      <AssignedRequests employee={user} empty="No service requests are assigned to you." />
      <Security user={user} organization={organization?.name} />
    </UserProfile>
  );
}
