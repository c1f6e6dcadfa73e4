import { useRouteError } from 'react-router';
import { ApiError } from '../lib/api.ts';
import { ErrorState } from '../ui/states/error-state.tsx';

/** Shown when rendering crashed or code couldn't be loaded. Inside the frame, the frame stays. */
export function RouteError() {
  const error = useRouteError();
  return <ErrorState reference={error instanceof ApiError ? error.body.requestId : undefined} />;
}

/** The same when the frame itself crashed: the screen fills the window. */
export function RootError() {
  return (
    <main className="flex sheet fills-window">
      <RouteError />
    </main>
  );
}
