import { useRouteError } from 'react-router';
import { ApiError } from '../lib/api.ts';
import { ErrorState } from '../ui/error-state.tsx';
import classes from './root.module.css';

/** The screen of a render crash or of code that could not be loaded. Inside the frame, the frame stays. */
export function RouteError() {
  const error = useRouteError();
  return <ErrorState reference={error instanceof ApiError ? error.body.requestId : undefined} />;
}

/** The same when the frame itself is lost: the screen stands alone. */
export function RootError() {
  return (
    <main className={classes.alone}>
      <RouteError />
    </main>
  );
}
