import type { CSSProperties } from 'react';
import classes from './person-avatar.module.css';

interface PersonAvatarProps {
  firstName: string;
  lastName: string;
  size: number;
  /** Only your own avatar is filled in the brand color. */
  self?: boolean;
}

/** A person's initials. Always next to the name, so hidden from screen readers. */
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
