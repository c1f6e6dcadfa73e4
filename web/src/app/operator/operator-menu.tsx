import { Divider } from '@mantine/core';
import { useLocation } from 'react-router';
import { IconLogout } from '../../ui/icons/icons.ts';
import { logOut } from '../frame/log-out.ts';
import { MenuEntry } from '../frame/menu-entry.tsx';
import classes from '../frame/side-menu.module.css';
import { operatorPages } from './operator-pages.ts';

export function OperatorMenu() {
  const { pathname } = useLocation();
  const entries = operatorPages.filter(({ icon }) => icon !== undefined);
  return (
    <div className={`scroll-y column h-full ${classes.menu}`}>
      {entries.map(({ path, title, icon, load }) => (
        <MenuEntry
          key={path}
          label={title}
          icon={icon}
          collapsed={false}
          to={path}
          active={pathname.startsWith(path)}
          load={load}
        />
      ))}
      <Divider className={classes.hairline} />
      <MenuEntry label="Logout" icon={IconLogout} collapsed={false} onClick={() => void logOut()} />
    </div>
  );
}
