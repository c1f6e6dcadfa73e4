import { describe, expect, it } from 'vitest';
import type { Weekday } from './availability.ts';
import { findOverlap, hoursLines, isOpenAt } from './open-hours.ts';

const at = (text: string) => {
  const [day, opens = '', closes = ''] = text.split(/[ -]/);
  return { day: day as Weekday, opens, closes };
};
const list = (...entries: string[]) => entries.map(at);

describe('overlapping hours', () => {
  it.each([
    ['two days', ['MO 09:00-17:00', 'TU 09:00-17:00'], -1],
    ['a lunch break', ['MO 09:00-12:00', 'MO 12:00-17:00'], -1],
    ['the same hours twice', ['MO 09:00-17:00', 'MO 09:00-17:00'], 1],
    ['one inside the other', ['MO 09:00-17:00', 'MO 10:00-11:00'], 1],
    ['the later one first', ['MO 16:00-20:00', 'MO 09:00-17:00'], 1],
    ['past midnight into the next morning', ['MO 20:00-02:00', 'TU 01:00-05:00'], 1],
    ['past midnight up to the next opening', ['MO 20:00-02:00', 'TU 02:00-05:00'], -1],
    ['over the end of the week', ['SU 22:00-06:00', 'MO 05:00-09:00'], 1],
    ['over the end of the week, Monday first', ['MO 05:00-09:00', 'SU 22:00-06:00'], 1],
    ['up to the end of the week', ['SU 22:00-00:00', 'MO 00:00-09:00'], -1],
    ['a whole day and the next', ['MO 00:00-00:00', 'TU 00:00-00:00'], -1],
    ['a whole day from noon and the next morning', ['MO 12:00-12:00', 'TU 11:59-13:00'], 1],
    ['the third with the first', ['MO 09:00-10:00', 'TU 09:00-10:00', 'MO 09:30-11:00'], 2],
  ])('%s', (_case, hours, index) => {
    expect(findOverlap(list(...hours))).toBe(index);
  });
});

describe('open at a time in the zone of the organization', () => {
  const office = list('MO 09:00-17:00');
  const night = list('SU 22:00-06:00', 'SA 23:30-01:00');
  it.each([
    ['a minute before opening', office, 'America/Detroit', '2026-11-16T13:59:59Z', false],
    ['at opening', office, 'America/Detroit', '2026-11-16T14:00:00Z', true],
    ['at closing', office, 'America/Detroit', '2026-11-16T22:00:00Z', false],
    ['the same moment further west', office, 'America/Los_Angeles', '2026-11-16T14:00:00Z', false],
    ['in summer time', office, 'America/Detroit', '2026-07-13T13:00:00Z', true],
    ['after the clocks went back', office, 'America/Detroit', '2026-11-02T13:30:00Z', false],
    ['Monday morning of a Sunday night', night, 'UTC', '2026-11-16T05:59:00Z', true],
    ['Monday morning after closing', night, 'UTC', '2026-11-16T06:00:00Z', false],
    ['half an hour after midnight', night, 'UTC', '2026-11-15T00:30:00Z', true],
    ['without hours', null, 'UTC', '2026-11-16T05:59:00Z', null],
    ['with an empty list', [], 'UTC', '2026-11-16T05:59:00Z', null],
  ])('%s', (_case, hours, zone, now, open) => {
    expect(isOpenAt(hours, zone, new Date(now))).toBe(open);
  });
});

it('writes days with the same hours as one line', () => {
  const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR'].map((day) => `${day} 09:00-17:00`);
  expect(hoursLines(list(...weekdays, 'SA 20:00-02:30', 'SA 00:00-12:00', 'SU 00:00-00:00'))).toEqual([
    'Mon–Fri 9:00 AM – 5:00 PM',
    'Sat 12:00 AM – 12:00 PM, 8:00 PM – 2:30 AM',
    'Sun 24 hours',
  ]);
});
