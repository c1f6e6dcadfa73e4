import { fullName } from '@kinbridge/contract/users/full-name';
import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { IconSearch } from '../../ui/icons/icons.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './menu-drawer.module.css';
import { MenuEntry } from './menu-entry.tsx';

interface MenuDrawerProps {
  user: User | undefined;
  opened: boolean;
  onClose: () => void;
  /** Without it, there is nothing to find. */
  onFind?: () => void;
  /** The menu. */
  children: ReactNode;
}

/** The side menu on a phone. It closes when a page is chosen. */
export function MenuDrawer({ user, opened, onClose, onFind, children }: MenuDrawerProps) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (openedAt.current === key) return;
    openedAt.current = key;
    close();
  }, [key]);

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title="Kinbridge"
      classNames={{ content: classes.content, header: `min-h-52 ${classes.header}`, title: classes.title, body: 'p-0' }}
      closeButtonProps={{ 'aria-label': 'Close menu', size: 44, iconSize: 20 }}
    >
      {user && (
        <div className={`gap-10 row ${classes.person}`}>
          <PersonAvatar firstName={user.firstName} lastName={user.lastName} size={36} self />
          <div className="column min-w-0">
            <span className="bold anywhere">{fullName(user)}</span>
            <span className="text-xs dimmed">{userTypeLabels[user.userType]}</span>
          </div>
        </div>
      )}
      <nav aria-label="Main menu">
        {onFind && (
          <div className={classes.find}>
            <MenuEntry
              label="Find anything"
              icon={IconSearch}
              collapsed={false}
              onClick={() => {
                onClose();
                onFind();
              }}
            />
          </div>
        )}
        {children}
      </nav>
    </Drawer>
  );
}
