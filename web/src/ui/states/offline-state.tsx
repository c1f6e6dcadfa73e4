import { StateScreen } from './state-screen.tsx';

/** Replaces a list that can't be loaded, because rows of an earlier search would be wrong. */
export function OfflineState() {
  return (
    <StateScreen
      role="status"
      title="Waiting for the connection"
      text="This list will load when the connection returns."
    />
  );
}
