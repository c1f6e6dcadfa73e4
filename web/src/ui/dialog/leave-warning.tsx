import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * While rendered, leaving the page asks first: with the browser's question, and with ours inside the portal. A
 * component rather than a hook, because the router supports one blocker at a time, so there must be none while nothing
 * is unsaved.
 */
export function LeaveWarning() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  const blocker = useBlocker(true);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm("Leave this page? Your changes haven't been saved.")) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  return null;
}
