import { useLayoutEffect } from 'react';
import { useReachable } from '../lib/connection.ts';
import { IconAlertCircle } from '../ui/icons/first-icons.ts';
import classes from './offline-bar.module.css';

/** Says that Kinbridge can't be reached. Calls wait and resume with the connection (lib/query-client.ts). */
export function OfflineBar() {
  const reachable = useReachable();
  useLayoutEffect(() => {
    // The page moves below the bar (theme/base.css).
    document.documentElement.toggleAttribute('data-offline', !reachable);
  }, [reachable]);
  return (
    <div role="status">
      {!reachable && (
        <p className={classes.bar}>
          <IconAlertCircle aria-hidden="true" />
          <span>
            <strong>{navigator.onLine ? "We can't reach Kinbridge." : "You're offline."}</strong> Your work is kept.
            <span className="phone-hidden"> We'll continue when the connection returns.</span>
          </span>
        </p>
      )}
    </div>
  );
}
