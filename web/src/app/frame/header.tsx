import { fullName } from '@kinbridge/contract/users/full-name';
import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { ActionIcon, Kbd, Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IconMenu2, IconSearch } from '../../ui/icons/icons.ts';
import { OrganizationLogo } from '../../ui/organization-logo.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './header.module.css';
import { ownOrganizationQuery } from './own-organization.ts';
import { paletteKeys } from './shortcuts.ts';

interface HeaderProps {
  user: User | undefined;
  onFind: () => void;
  onMenu: () => void;
}

export function Header({ user, onFind, onMenu }: HeaderProps) {
  return (
    <header className={`px-md row min-w-0 ${classes.header}`}>
      <ActionIcon className={`hidden ${classes.burger}`} size={44} aria-label="Open menu" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <Link to="/" className={classes.brand} aria-label="Kinbridge">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <span className={`text-lg tight phone-hidden ${classes.wordmark}`}>Kinbridge</span>
      </Link>
      <OwnOrganization user={user} />
      {user && (
        <UnstyledButton className={classes.find} onClick={onFind}>
          <IconSearch aria-hidden="true" />
          <span className="grow text-sm nowrap">Find anything</span>
          <Kbd size="xs">{paletteKeys}</Kbd>
        </UnstyledButton>
      )}
      {user ? <Person user={user} /> : <Skeleton height={30} width={30} circle />}
    </header>
  );
}

function OwnOrganization({ user }: { user: User | undefined }) {
  const { data: organization, isPending } = useQuery(ownOrganizationQuery(user));
  return (
    <div className={`gap-xs row fill ${classes.organization}`}>
      {organization && (
        <>
          <OrganizationLogo organization={organization} size={22} />
          <span className={`cut bold ${classes.organizationName}`} title={organization.name}>
            {organization.name}
          </span>
        </>
      )}
      {isPending && user?.organizationId !== null && <Skeleton height={14} width={160} radius="sm" />}
    </div>
  );
}

function Person({ user }: { user: User }) {
  return (
    <Link to="/" className={`gap-xs round-md row fixed text no-underline ${classes.person}`}>
      <span className={`column min-w-0 text-end ${classes.names}`}>
        <span className="text-sm bold line-17 cut">{fullName(user)}</span>
        <span className="text-xs line-16 dimmed cut">{userTypeLabels[user.userType]}</span>
      </span>
      <PersonAvatar firstName={user.firstName} lastName={user.lastName} size={30} self />
    </Link>
  );
}
