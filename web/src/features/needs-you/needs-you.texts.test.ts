import type { NeedsYouItem, NeedsYouKind } from '@kinbridge/contract/needs-you/needs-you.contract';
import { expect, test } from 'vitest';
import { doneHint, sentenceOf } from './needs-you.texts.ts';

const [own, other] = [1, 2];
const since = '2026-11-19T12:00:00.000Z';
const justAfter = Date.parse('2026-11-19T13:00:00.000Z');

function item(kind: NeedsYouKind, request: object = {}, by: NeedsYouItem['by'] = null): NeedsYouItem {
  const serviceRequest = {
    organizationId: own,
    organization: { id: own, name: 'Clinic' },
    service: { id: 5, name: 'Hot meals', organizationId: other, organization: { id: other, name: 'Pantry' } },
    patient: { id: 7, firstName: 'Ruth', lastName: 'Okonkwo' },
    outcome: null,
    unavailable: null,
    smsBlockedReason: null,
    ...request,
  };
  return { kind, serviceRequest, member: null, since, by } as unknown as NeedsYouItem;
}

const ana = { id: 9, firstName: 'Ana', lastName: 'Cruz' };
const service = { id: 5, name: 'Hot meals', organizationId: own, organization: { id: own, name: 'Pantry' } };
const received = { organizationId: other, organization: { id: other, name: 'Clinic' }, service };

test.each([
  [item('DECLINED', { outcome: { code: 'NO_CAPACITY' } }), 'Pantry declined: No capacity'],
  [item('DECLINED'), 'Pantry declined'],
  [item('OVERDUE'), "Pantry hasn't responded in time"],
  [item('OVERDUE', { service }), 'Nobody here has responded in time'],
  [item('STALLED'), 'Nothing new from Pantry for days'],
  [item('STALLED', received), 'Accepted, then nothing for days'],
  [item('COMMENT', {}, ana), 'Ana Cruz commented'],
  [item('COMMENT'), 'The other side commented'],
  [item('SUSPENDED', { unavailable: 'SUSPENDED' }), 'Pantry is no longer on Kinbridge'],
  [item('SUSPENDED', { unavailable: 'DELETED' }), 'Pantry no longer offers this'],
  [item('WAITING', received), 'Clinic sent a request'],
  [item('WAITING'), 'A new request waits'],
  [item('MEMBER_SAID_NO'), "Ruth answered NO: help hasn't arrived"],
  [item('NO_ANSWER'), "Ruth hasn't answered if help arrived"],
])('an item says what happened %#', (given, sentence) => {
  expect(sentenceOf(given, own)).toBe(sentence);
});

test('a proposed change names who proposed it', () => {
  const change = { kind: 'PROPOSED_CHANGE', serviceRequest: null, member: ana, since, by: ana } as const;
  expect(sentenceOf(change, own)).toBe('Ana Cruz proposed a change');
});

test.each([
  ['within a day of the decline', item('DECLINED'), justAfter, "After Done, Ruth gets a text that they can't help."],
  ['later, when the text has left', item('DECLINED'), justAfter + 86_400_000, null],
  ['for a member without texts', item('DECLINED', { smsBlockedReason: 'Opted out' }), justAfter, null],
  ['for another kind', item('OVERDUE'), justAfter, null],
])('says whom Done texts %s', (_, given, now, hint) => {
  expect(doneHint(given, now)).toBe(hint);
});
