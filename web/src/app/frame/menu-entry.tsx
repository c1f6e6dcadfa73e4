import { NavLink, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './side-menu.module.css';

interface MenuEntryProps {
  label: string;
  icon: Icon | undefined;
  /** Shows the icon alone, with the label in a tooltip. */
  collapsed: boolean;
  active?: boolean;
  /** The page it leads to; without one it is a button. */
  to?: string;
  onClick?: () => void;
  /** Lets the code of a page load while the pointer is on its way. */
  onPointerEnter?: () => unknown;
}

export function MenuEntry({
  label,
  icon: EntryIcon,
  collapsed,
  active = false,
  to,
  onClick,
  onPointerEnter,
}: MenuEntryProps) {
  const shared = {
    className: classes.entry,
    label,
    active,
    leftSection: EntryIcon && <EntryIcon size={18} stroke={1.7} aria-hidden="true" />,
    onPointerEnter,
    ...(collapsed && { 'aria-label': label }),
  };
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      {to === undefined ? (
        <NavLink component="button" type="button" onClick={onClick} {...shared} />
      ) : (
        <NavLink component={Link} to={to} aria-current={active ? 'page' : undefined} {...shared} />
      )}
    </Tooltip>
  );
}
