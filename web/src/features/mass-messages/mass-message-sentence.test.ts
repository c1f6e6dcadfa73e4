import type { MassMessage, MassMessageCounts } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import { expect, test } from 'vitest';
import { massMessageSentence } from './mass-message-sentence.ts';
import { massMessagingTexts } from './mass-messaging.texts.ts';

const none: MassMessageCounts = { queued: 0, sending: 0, sent: 0, delivered: 0, failed: 0, unknown: 0, skipped: 0 };

function massMessage(counts: Partial<MassMessageCounts>, more: Partial<MassMessage> = {}): MassMessage {
  const all = { ...none, ...counts };
  return {
    id: 1,
    message: 'Hello',
    body: 'Hello',
    total: Object.values(all).reduce((sum, count) => sum + count),
    counts: all,
    stopped: 0,
    stoppedTimestamp: null,
    createTimestamp: '2026-11-16T15:00:00.000Z',
    sender: { id: 1, firstName: 'Ann', lastName: 'Other' },
    failures: [],
    sendAfter: null,
    sendingPausedSince: null,
    secondsLeft: 0,
    ...more,
  };
}

const stoppedTimestamp = '2026-11-16T15:01:00.000Z';

test.each([
  ['everybody reached', massMessage({ sent: 2, delivered: 1 }), massMessagingTexts.sent],
  ['one skipped', massMessage({ sent: 2, delivered: 1, skipped: 1 }), 'Sent to 3 people. 1 person was skipped.'],
  ['one failed', massMessage({ sent: 2, failed: 1 }), "Done, but some people couldn't be reached."],
  ['one unknown', massMessage({ sent: 2, unknown: 1 }), 'Done, but some texts may not have arrived.'],
  ['nobody textable', massMessage({ skipped: 2 }), 'None of the selected people could receive texts.'],
  [
    'under way',
    massMessage({ queued: 6, sending: 1, sent: 1200, failed: 1 }),
    'Sending. 1,200 of 1,208 texts sent so far. The rest takes less than a minute. You can leave this page.',
  ],
  [
    'one text under way',
    massMessage({ queued: 1 }, { sendingPausedSince: stoppedTimestamp }),
    'Sending. 0 of 1 text sent so far. The rest are waiting for the text provider. You can leave this page.',
  ],
  [
    'stopped',
    massMessage({ sent: 120, delivered: 1, skipped: 883 }, { stopped: 880, stoppedTimestamp }),
    'Stopped. Of 1,001 texts, 121 were sent and 880 were stopped.',
  ],
  [
    'stopping',
    massMessage({ sending: 1, sent: 1, skipped: 1 }, { stopped: 1, stoppedTimestamp }),
    'Stopping. Of 3 texts, 1 was sent and 1 was stopped.',
  ],
])('%s', (_, given, sentence) => {
  expect(massMessageSentence(given)).toBe(sentence);
});
