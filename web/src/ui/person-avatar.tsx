import type { CSSProperties } from 'react';
import classes from './person-avatar.module.css';

interface PersonAvatarProps {
  firstName: string;
  lastName: string;
  size: number;
  /** Filled in the brand color for oneself only. */
  self?: boolean;
}

/** A person's initials. Always beside the name, and so silent for screen readers. */
export function PersonAvatar({ firstName, lastName, size, self = false }: PersonAvatarProps) {
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (
    <span
      className={classes.avatar}
      data-self={self || undefined}
      style={{ '--size': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      {initials.toUpperCase()}
    </span>
  );
}
