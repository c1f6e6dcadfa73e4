import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { IconClock } from '../icons/later-icons.ts';
import { Notice } from './notice.tsx';

/** Says what opens here once the organization is approved. Nothing, if it is. */
export function WaitingNotice({ children }: { children: string }) {
  if (!useIsWaiting()) return null;
  return (
    <Notice icon={IconClock} title="Your organization is waiting for approval">
      {children}
    </Notice>
  );
}
