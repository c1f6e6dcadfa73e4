import type { Icon } from './icons/create-icon.ts';
import classes from './status-chip.module.css';

export type StatusColor = 'slate' | 'blue' | 'indigo' | 'amber' | 'green' | 'gray';

/** The variables of a chip's colors. */
export function chipColors(color: StatusColor): object {
  const chip = `var(--kb-chip-${color}`;
  return { '--chip': `${chip})`, '--chip-icon': `${chip}-icon)`, '--chip-text': `${chip}-text)` };
}

/** A status as color, icon and text, never color alone. Plain elements, because a board renders fifty of them. */
export function StatusChip({ color, icon: StatusIcon, label }: { color: StatusColor; icon: Icon; label: string }) {
  return (
    <span className={classes.chip} style={chipColors(color)}>
      <StatusIcon size={14} color="var(--chip-icon)" aria-hidden="true" />
      <span className="cut">{label}</span>
    </span>
  );
}
