import { describe, expect, it } from 'vitest';
import { whoGetsText } from './new-request.texts.ts';

describe('recipients of the text about a new request', () => {
  it.each([
    ['Maria', null, [], 'Maria gets a text.'],
    ['Maria', null, ['Lantern House'], 'Maria and Lantern House get a text.'],
    ['', null, ['Owen Birch', 'Lantern House'], 'The member, Owen Birch, and Lantern House get a text.'],
    ['Maria', 'There is no phone number.', [], "Maria won't get a text. There is no phone number."],
    [
      'Maria',
      'There is no phone number.',
      ['Lantern House'],
      "Maria won't get a text. There is no phone number. Lantern House gets a text.",
    ],
  ])('names %j, blocked by %j, and %j', (member, blockedReason, others, sentence) => {
    expect(whoGetsText({ member, blockedReason, others })).toBe(sentence);
  });
});
