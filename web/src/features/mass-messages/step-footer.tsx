import type { ReactNode } from 'react';
import classes from './mass-messaging.module.css';

/** The bar under every step: a summary on the left, navigation on the right. */
export function StepFooter({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <div className={`gap-6 px-lg py-6 gap-x-md border-top row fixed min-h-56 ${classes.footer}`}>
      <div className={`fill dimmed ${classes.summary}`} role="status">
        {summary}
      </div>
      <div className={`row fixed gap-10 ${classes.footerButtons}`}>{children}</div>
    </div>
  );
}
