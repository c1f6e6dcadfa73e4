import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { AccountNotice } from './account-notice.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserStatusChip } from './user-status-chip.tsx';

const EditProfileDialog = lazy(async () => ({
  default: (await import('./edit-profile-dialog.tsx')).EditProfileDialog,
}));

interface OwnProfileProps {
  user: User;
  /** The page's primary button, for those who work here. Editing the profile then stands back. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A person's own page: who they are, how their account stands, the facts that they can edit, and what the page adds. */
export function OwnProfile({ user, action, children }: OwnProfileProps) {
  const [editing, setEditing] = useState(false);
  // Staff who are not active may look at their profile and change nothing.
  const mayEdit = user.status === 'ACTIVE' || user.userType === 'PATIENT';
  return (
    <Page
      title={`${user.firstName} ${user.lastName}`}
      windowTitle="Profile"
      picture={<PersonAvatar firstName={user.firstName} lastName={user.lastName} size={48} self />}
      subtitle={
        <>
          {userTypeLabels[user.userType]}
          <UserStatusChip status={user.status} />
        </>
      }
      action={
        <>
          {mayEdit && (
            <Button
              variant={action ? 'default' : 'filled'}
              leftSection={<IconPencil size={16} />}
              onClick={() => setEditing(true)}
            >
              Edit Profile
            </Button>
          )}
          {action}
        </>
      }
    >
      <AccountNotice user={user} />
      <UserFacts user={user} />
      {children}
      <Suspense>{editing && <EditProfileDialog user={user} own onClose={() => setEditing(false)} />}</Suspense>
    </Page>
  );
}
