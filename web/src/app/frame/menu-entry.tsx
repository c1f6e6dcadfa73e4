import { inNumbers } from '@kinbridge/contract/shared/counted';
import { NavLink, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import { preloadCode } from '../../lib/load-code.ts';
import type { Icon } from '../../ui/icons/create-icon.ts';
import { usePointedTooltip } from '../../ui/popover/use-pointed-tooltip.tsx';
import classes from './side-menu.module.css';

interface MenuEntryProps {
  label: string;
  icon: Icon | undefined;
  /** Shows only the icon, with the label in a tooltip. */
  collapsed: boolean;
  active?: boolean;
  /** How many items are waiting there, and the word for them; zero shows nothing. */
  count?: number;
  countWord?: string;
  /** The page it opens; without one it is a button. */
  to?: string;
  onClick?: () => void;
  /** Loads the page's code when the pointer enters. */
  load?: () => Promise<unknown>;
}

/** Memoized: the menu renders with every change of the address. */
export const MenuEntry = memo(function MenuEntry({
  label,
  icon: EntryIcon,
  collapsed,
  active = false,
  count = 0,
  countWord = '',
  to,
  onClick,
  load,
}: MenuEntryProps) {
  const spoken = count > 0 ? `${label}, ${count} ${countWord}` : label;
  const [pointing, tooltip] = usePointedTooltip(() => spoken, { position: 'right' });
  const shared = {
    className: `p-0 px-10 round-md fixed label medium min-h-34 ${classes.entry}`,
    label,
    active,
    leftSection: EntryIcon && <EntryIcon size={18} aria-hidden="true" />,
    rightSection: count > 0 && !collapsed && <Count count={count} word={countWord} />,
    onPointerEnter: load && (() => preloadCode(load)),
    ...(collapsed && { ...pointing, 'aria-label': spoken, 'data-waiting': count > 0 || undefined }),
  };
  const entry =
    to === undefined ? (
      <NavLink component="button" type="button" onClick={onClick} {...shared} />
    ) : (
      <NavLink component={Link} to={to} aria-current={active ? 'page' : undefined} {...shared} />
    );
  return (
    <>
      {entry}
      {collapsed && tooltip}
    </>
  );
});

function Count({ count, word }: { count: number; word: string }) {
  return (
    <span className={`text-xs bold numbers relative ${classes.count}`}>
      {inNumbers(count)}
      <VisuallyHidden> {word}</VisuallyHidden>
    </span>
  );
}
