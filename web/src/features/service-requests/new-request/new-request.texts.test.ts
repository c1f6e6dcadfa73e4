import { describe, expect, it } from 'vitest';
import { whoGetsText } from './new-request.texts.ts';

const noPhone = 'There is no phone number.';
const own = (texts: number) => ({ name: 'Owen Birch', texts });
const other = (texts: number) => ({ name: 'Lantern House', texts });

describe('recipients of the texts about new requests', () => {
  it.each([
    ['Maria', null, 1, [], 'Maria gets a text.'],
    ['Maria', null, 2, [], 'Maria gets 2 texts.'],
    ['Maria', null, 1, [other(1)], 'Maria and Lantern House get a text.'],
    ['', null, 1, [own(1), other(1)], 'The member, Owen Birch, and Lantern House get a text.'],
    ['Maria', null, 2, [other(2)], 'Maria and Lantern House get 2 texts each.'],
    ['Maria', null, 3, [own(2), other(1)], 'Maria gets 3 texts. Owen Birch gets 2 texts. Lantern House gets a text.'],
    ['Maria', noPhone, 2, [], "Maria won't get a text. There is no phone number."],
    ['Maria', noPhone, 2, [other(2)], "Maria won't get a text. There is no phone number. Lantern House gets 2 texts."],
  ])('names %j, blocked by %j, for %i requests and %j', (member, blockedReason, requests, others, sentence) => {
    expect(whoGetsText({ member, blockedReason, requests, others })).toBe(sentence);
  });
});
