import { formatDateTime } from '../../lib/dates.ts';
import { IconClock } from '../../ui/icons/later-icons.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { massMessagingTexts } from './mass-messaging.texts.ts';

/** Says that texts are waiting for the provider, and that nobody needs to act. */
export function SendingPaused({ since }: { since: string }) {
  return (
    <Notice icon={IconClock} title={massMessagingTexts.paused}>
      {massMessagingTexts.pausedText(formatDateTime(since))}
    </Notice>
  );
}
