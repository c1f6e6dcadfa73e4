import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { AccountNotice } from './account-notice.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserStatusChip } from './user-status-chip.tsx';

const EditProfileDialog = lazy(async () => ({
  default: (await import('./edit-profile-dialog.tsx')).EditProfileDialog,
}));

/** A person's own page: who they are, how their account stands, and the facts that they can edit. */
export function OwnProfile({ user }: { user: User }) {
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
        mayEdit && (
          <Button leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )
      }
    >
      <AccountNotice user={user} />
      <UserFacts user={user} />
      <Suspense>{editing && <EditProfileDialog user={user} onClose={() => setEditing(false)} />}</Suspense>
    </Page>
  );
}
