import type { ReactNode } from 'react';
import classes from './mass-messaging.module.css';

/** The bar under every step: a summary on the left, navigation on the right. */
export function StepFooter({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.footer}>
      <div className={classes.summary} role="status">
        {summary}
      </div>
      <div className={classes.footerButtons}>{children}</div>
    </div>
  );
}
