import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { NeedsYouCard } from '../features/needs-you/needs-you-card.tsx';
import { setupQuery } from '../features/organizations/setup.api.ts';
import { SetupChecklist } from '../features/organizations/setup-checklist.tsx';
import { EmailPreferences } from '../features/profile/email-preferences.tsx';
import { PushNotifications } from '../features/profile/push-notifications/push-notifications.tsx';
import { UserProfile } from '../features/profile/user-profile.tsx';
import { Security } from '../features/security/security.tsx';
import { isActiveAdmin, isActiveStaff, organizationOf, useCurrentUser } from '../lib/current-user.ts';
import { organizationQuery } from '../lib/queries/organization.query.ts';
import { IconLock } from '../ui/icons/icons.ts';
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
  useAnchor('security');
  return (
    <UserProfile
      user={user}
      own
      action={
        <>
          <Button component={Link} to="#security" variant="default" leftSection={<IconLock />}>
            Security
          </Button>
          <NewRequest />
        </>
      }
    >
      {setup && <SetupChecklist organizationId={organizationId} setup={setup} />}
      {/* Hidden until we know whether the checklist appears above it, so nothing moves. */}
      <div className={classes.rest} data-waiting={isLoading || undefined} data-in-order>
        <NeedsYouCard user={user} />
        <EmailPreferences user={user} own />
        <PushNotifications user={user} />
        <AssignedRequests employee={user} empty="No service requests are assigned to you." />
        <Security user={user} organization={organization?.name} />
      </div>
    </UserProfile>
  );
}

/** Goes to a card if the address says so, and again with each click on the link, which has a new key. */
function useAnchor(anchor: string): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const card = hash === `#${anchor}` ? document.getElementById(anchor) : null;
    if (!card) return;
    let frame = 0;
    const go = () => {
      // It is hidden while the cards above it load.
      if (card.offsetHeight === 0 || getComputedStyle(card).visibility === 'hidden') {
        frame = requestAnimationFrame(go);
        return;
      }
      // 'start' would scroll the frame around the page, too.
      card.scrollIntoView({ block: 'nearest' });
      card.querySelector('h2')?.focus({ preventScroll: true });
    };
    go();
    return () => cancelAnimationFrame(frame);
  }, [anchor, hash, key]);
}
