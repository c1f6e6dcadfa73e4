import type { ReactNode } from 'react';
import type { Icon } from '../icons/create-icon.ts';
import classes from './notice.module.css';

interface NoticeProps {
  icon: Icon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A neutral message on the page itself. Failures use FailureCard. */
export function Notice({ icon: NoticeIcon, title, children, action }: NoticeProps) {
  return (
    <section className={classes.notice} role="status">
      <NoticeIcon size={20} aria-hidden="true" />
      <div className={classes.words}>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      {action}
    </section>
  );
}
