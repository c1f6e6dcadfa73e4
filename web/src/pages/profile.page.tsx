import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { setupQuery } from '../features/organizations/setup.api.ts';
import { SetupChecklist } from '../features/organizations/setup-checklist.tsx';
import { EmailPreferences } from '../features/profile/email-preferences.tsx';
import { UserProfile } from '../features/profile/user-profile.tsx';
import { Security } from '../features/security/security.tsx';
import { isActiveAdmin, isActiveStaff, organizationOf, useCurrentUser } from '../lib/current-user.ts';
import { organizationQuery } from '../lib/queries/organization.query.ts';
import { AssignedRequests, NewRequest } from './assigned-requests.tsx';
import classes from './profile.module.css';

export function ProfilePage() {
  const user = useCurrentUser();
  if (isActiveStaff(user)) return <StaffProfile user={user} />;
  return (
    <UserProfile user={user} own>
      {user.userType === 'PATIENT' && <Security user={user} />}
    </UserProfile>
  );
}

/** Staff see their own work here and choose which emails they get. Admins of a new organization see its first steps. */
function StaffProfile({ user }: { user: User }) {
  const organizationId = organizationOf(user);
  const { data: organization } = useQuery(organizationQuery(organizationId));
  const { data: setup, isLoading } = useQuery({ ...setupQuery(organizationId), enabled: isActiveAdmin(user) });
  return (
    <UserProfile user={user} own action={<NewRequest />}>
      {setup && <SetupChecklist organizationId={organizationId} setup={setup} />}
      {/* Hidden until we know whether the checklist appears above it, so nothing moves. */}
      <div className={classes.rest} data-waiting={isLoading || undefined} data-in-order>
        <EmailPreferences user={user} own />
        <AssignedRequests employee={user} empty="No service requests are assigned to you." />
        <Security user={user} organization={organization?.name} />
      </div>
    </UserProfile>
  );
}
