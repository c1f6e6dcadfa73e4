import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * While it is rendered, leaving the page asks first: by the browser's own question, and by ours within
 * the portal. A component and not a hook, because the router knows only one blocker at a time: there
 * must be none while nothing is unsaved.
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
