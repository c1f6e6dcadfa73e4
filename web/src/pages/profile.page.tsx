import type { User } from '@kinbridge/contract/users/users.contract';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MemberRequestsTable } from '../features/service-requests/member-requests-table.tsx';
import { NewServiceRequestButton } from '../features/service-requests/new-service-request-button.tsx';
import { NewServiceRequestDialog } from '../features/service-requests/new-service-request-dialog.tsx';
import { assignmentsQuery } from '../features/service-requests/service-requests.api.ts';
import { EmailPreferences } from '../features/users/email-preferences.tsx';
import { OwnProfile } from '../features/users/own-profile.tsx';
import { isActiveStaff, useCurrentUser } from '../lib/current-user.ts';
import { TicketOfAddress } from './ticket-of-address.tsx';

export function ProfilePage() {
  const user = useCurrentUser();
  return isActiveStaff(user) ? <StaffProfile user={user} /> : <OwnProfile user={user} />;
}

/** Staff find their own work here, and choose what they are told of by e-mail. */
function StaffProfile({ user }: { user: User }) {
  const [creating, dialog] = useDisclosure(false);
  const { data, error, refetch } = useQuery(assignmentsQuery(user.id));
  return (
    <OwnProfile user={user} action={<NewServiceRequestButton onClick={dialog.open} />}>
      <EmailPreferences userId={user.id} />
      <MemberRequestsTable
        requests={data}
        error={error}
        onRetry={() => void refetch()}
        second="member"
        empty="No service requests are assigned to you."
        opens
      />
      <TicketOfAddress requests={data} />
      <NewServiceRequestDialog opened={creating} onClose={dialog.close} />
    </OwnProfile>
  );
}
