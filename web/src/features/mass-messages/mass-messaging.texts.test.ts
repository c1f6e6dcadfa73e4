import { massMessageReasons } from '@kinbridge/contract/mass-messages/mass-message';
import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { expect, test } from 'vitest';
import { durationText, skippedText } from './mass-messaging.texts.ts';

test.each([
  [[], ''],
  [[{ reason: smsBlockedReasons.optedOut, count: 1 }], '1 opted out and will be skipped.'],
  [
    [
      { reason: smsBlockedReasons.noPhone, count: 1200 },
      { reason: massMessageReasons.notActive, count: 1 },
    ],
    '1,200 without a phone number, 1 not active and will be skipped.',
  ],
])('describes %j as %j', (skipped, words) => {
  expect(skippedText(skipped)).toBe(words);
});

test('every reason has a short text', () => {
  for (const reason of [...Object.values(smsBlockedReasons), ...Object.values(massMessageReasons)]) {
    expect(skippedText([{ reason, count: 2 }])).not.toContain('not reachable');
  }
});

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, 'about a minute'],
  [500, 'about 8 minutes'],
  [5000, 'about 83 minutes'],
  [5400, 'about 2 hours'],
])('%i seconds read %s', (seconds, words) => {
  expect(durationText(seconds)).toBe(words);
});
