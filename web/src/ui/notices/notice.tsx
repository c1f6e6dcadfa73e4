import type { ReactNode } from 'react';
import type { Icon } from '../icons/create-icon.ts';
import classes from './notice.module.css';

interface NoticeProps {
  icon: Icon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Something is wrong that the reader can do something about. */
  alert?: boolean;
}

/** A message on the page itself, neutral unless it is an alert. Failed calls use FailureCard. */
export function Notice({ icon: NoticeIcon, title, children, action, alert = false }: NoticeProps) {
  return (
    <section className={classes.notice} data-alert={alert || undefined} role="status">
      <NoticeIcon size={20} aria-hidden="true" />
      <div className={`min-w-0 basis-220 ${classes.words}`}>
        <h2 className="m-0 text-md line-20 heavy anywhere">{title}</h2>
        <p>{children}</p>
      </div>
      {action}
    </section>
  );
}
