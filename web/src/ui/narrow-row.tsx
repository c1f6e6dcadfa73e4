import type { ReactNode } from 'react';
import { IconChevronRight } from './icons/icons.ts';
import classes from './narrow-row.module.css';

interface NarrowRowProps {
  title: ReactNode;
  /** The line below. */
  second: ReactNode;
  /** What stands beside both lines. */
  aside?: ReactNode;
  /** A touch opens something. */
  opens?: boolean;
}

/** A row of a list on a phone: two lines, and what stands beside them. */
export function NarrowRow({ title, second, aside, opens = false }: NarrowRowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <div className={classes.title}>{title}</div>
        <div className={classes.second}>{second}</div>
      </div>
      {aside}
      {opens && <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />}
    </div>
  );
}
