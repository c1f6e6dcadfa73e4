import { StateScreen } from './state-screen.tsx';

/** Takes the place of a list that can't be asked for: the rows of an earlier search would be the wrong ones. */
export function OfflineState() {
  return (
    <StateScreen
      role="status"
      title="Waiting for the connection"
      text="This list loads as soon as Kinbridge can be reached again."
    />
  );
}
