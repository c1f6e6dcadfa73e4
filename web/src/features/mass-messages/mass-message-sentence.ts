import type { MassMessage } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { formatDateTime } from '../../lib/dates.ts';
import { addressed, isUnderWay } from './mass-messages.api.ts';
import { durationText, massMessagingTexts } from './mass-messaging.texts.ts';

/** The progress of a mass message. Only one that reached everyone counts as sent successfully. */
export function massMessageSentence(massMessage: MassMessage): string {
  const { counts, stopped, stoppedTimestamp, sendAfter, secondsLeft, sendingPausedSince } = massMessage;
  const all = addressed(massMessage);
  const sent = counts.sent + counts.delivered;
  if (all === 0) return 'None of the selected people could receive texts.';
  if (stoppedTimestamp !== null) {
    const were = (count: number) => counted(count, 'was', 'were');
    const began = isUnderWay(massMessage) ? 'Stopping' : 'Stopped';
    return `${began}. Of ${inNumbers(all)} texts, ${were(sent)} sent and ${were(stopped)} stopped.`;
  }
  if (!isUnderWay(massMessage)) {
    if (counts.failed > 0) return "Done, but some people couldn't be reached.";
    if (counts.unknown > 0) return 'Done, but some texts may not have arrived.';
    const skipped = counted(counts.skipped, 'person was', 'people were');
    return counts.skipped > 0
      ? `Sent to ${counted(all, 'person', 'people')}. ${skipped} skipped.`
      : massMessagingTexts.sent;
  }
  const far = `Sending. ${inNumbers(sent)} of ${counted(all, 'text')} sent so far.`;
  if (sendingPausedSince) return `${far} The rest are waiting for the text provider. You can leave this page.`;
  if (sendAfter) return `${far} Texts aren't sent at night. Sending continues ${formatDateTime(sendAfter)}.`;
  return `${far} The rest takes ${durationText(secondsLeft)}. You can leave this page.`;
}
