import type { ReactNode } from 'react';
import { IconChevronRight } from '../icons/icons.ts';

interface NarrowRowProps {
  /** A name, which ends on the left in some scripts. */
  title: ReactNode;
  /** The second line. */
  second: ReactNode;
  /** Shown beside both lines. */
  aside?: ReactNode;
  /** Whether a tap opens something. */
  opens?: boolean;
}

/** A list row on a phone: two lines, with something beside them. */
export function NarrowRow({ title, second, aside, opens = false }: NarrowRowProps) {
  return (
    <div className="row gap-10">
      <div className="fill">
        <div className="line-22 text-reading cut" dir="auto">
          {title}
        </div>
        <div className="text-sm line-20 dimmed cut">{second}</div>
      </div>
      {aside}
      {opens && <IconChevronRight className="fixed label" size={18} aria-hidden="true" />}
    </div>
  );
}
