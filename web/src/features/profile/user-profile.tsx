import { fullName } from '@kinbridge/contract/users/full-name';
import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { hasKeptEdit } from '../../lib/use-kept-edit.ts';
import { IconPencil } from '../../ui/icons/later-icons.ts';
import { Page } from '../../ui/page/page.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { UserStatusChip } from '../../ui/user-status-chip.tsx';
import { AccountNotice, RefusedEmailNotice } from './account-notice.tsx';
import { UserFacts } from './user-facts.tsx';
import { profileDraft } from './users.api.ts';

const EditProfileDialog = loadLater(async () => (await import('./edit-profile-dialog.tsx')).EditProfileDialog);

interface UserProfileProps {
  user: User;
  own: boolean;
  /** Replaces the role text with a control to change it. */
  role?: ReactNode;
  breadcrumb?: { label: string; to: string }[];
  /** The page's buttons beside Edit Profile, the primary one last. */
  action?: ReactNode;
  children?: ReactNode;
  onSaved?: () => void;
}

/** The page of a person, your own or an employee's: name, account status, facts, and the page's own sections. */
export function UserProfile({ user, own, role, breadcrumb, action, children, onSaved }: UserProfileProps) {
  const [editing, setEditing] = useState(() => hasKeptEdit(profileDraft(user.id)));
  // Inactive staff can view their own profile but change nothing.
  const mayEdit = !own || user.status === 'ACTIVE' || user.userType === 'PATIENT';
  return (
    <Page
      title={fullName(user)}
      windowTitle={own ? 'Profile' : 'Employee Profile'}
      {...(breadcrumb && { breadcrumb })}
      picture={<PersonAvatar firstName={user.firstName} lastName={user.lastName} size={48} self={own} />}
      subtitle={
        <>
          {role ?? userTypeLabels[user.userType]}
          <UserStatusChip status={user.status} />
        </>
      }
      action={
        <>
          {mayEdit && (
            <Button
              variant={action ? 'default' : 'filled'}
              leftSection={<IconPencil />}
              onClick={() => setEditing(true)}
            >
              Edit Profile
            </Button>
          )}
          {action}
        </>
      }
      inOrder
    >
      {own && <AccountNotice user={user} />}
      <RefusedEmailNotice user={user} own={own} />
      <UserFacts user={user} />
      {children}
      <Suspense>
        {editing && (
          <EditProfileDialog user={user} own={own} onClose={() => setEditing(false)} {...(onSaved && { onSaved })} />
        )}
      </Suspense>
    </Page>
  );
}
