import { Avatar } from '@mantine/core';

interface PersonAvatarProps {
  firstName: string;
  lastName: string;
  size: number;
  /** Filled in the brand colour for oneself only. */
  self?: boolean;
}

/** A person's initials. Always beside the name, and so silent for screen readers. */
export function PersonAvatar({ firstName, lastName, size, self = false }: PersonAvatarProps) {
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (
    <Avatar
      aria-hidden="true"
      radius="50%"
      size={size}
      variant={self ? 'filled' : 'light'}
      color={self ? 'teal' : 'gray'}
      styles={{
        root: { flex: 'none' },
        placeholder: {
          fontSize: Math.round(size * 0.42),
          fontWeight: 650,
          ...(self ? {} : { background: 'var(--kb-tile)', color: 'var(--kb-label)' }),
        },
      }}
    >
      {initials.toUpperCase()}
    </Avatar>
  );
}
