import { Badge } from '@mantine/core';
import type { Icon } from './icons/create-icon.ts';
import classes from './status-chip.module.css';

export type StatusColor = 'slate' | 'blue' | 'indigo' | 'amber' | 'green' | 'gray';

/** A status as colour, icon and word: never colour alone. */
export function StatusChip({ color, icon: StatusIcon, label }: { color: StatusColor; icon: Icon; label: string }) {
  return (
    <Badge
      className={classes.chip}
      radius="sm"
      vars={() => ({
        root: { '--badge-bg': `var(--kb-chip-${color})`, '--badge-color': `var(--kb-chip-${color}-text)` },
      })}
      leftSection={<StatusIcon size={14} stroke={2} color={`var(--kb-chip-${color}-icon)`} aria-hidden="true" />}
    >
      {label}
    </Badge>
  );
}
