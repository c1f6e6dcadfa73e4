import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** What links to the card end with, such as 'security'. */
  anchor?: string;
  /** How many items the card lists, once known. */
  count?: number | undefined;
  /** A note beside the title, such as 'Saved'. */
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a page, with a title, a count and an action. */
export function SectionCard({ title, anchor, count, note, action, children }: SectionCardProps) {
  const id = useId();
  return (
    <section id={anchor} className="card min-w-0" aria-labelledby={id}>
      <div className={`gap-2xs px-md py-6 gap-x-xs row wrap min-h-46 ${classes.header}`}>
        <div className={`py-6 gap-x-xs row wrap min-w-0 ${classes.names}`}>
          <Title order={2} id={id} tabIndex={anchor === undefined ? undefined : -1} className="text-md line-20">
            {title}
          </Title>
          {count !== undefined && <span className={classes.count}>{inNumbers(count)}</span>}
          {note}
        </div>
        {action && <div className="push">{action}</div>}
      </div>
      {children}
    </section>
  );
}
