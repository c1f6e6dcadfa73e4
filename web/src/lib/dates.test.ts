import { describe, expect, it } from 'vitest';
import { dayKey, formatDateTime, formatDay } from './dates.ts';

describe('day of a timestamp', () => {
  const now = new Date(2026, 2, 1, 0, 30);

  it.each([
    [new Date(2026, 2, 1, 23, 59), 'Today'],
    [new Date(2026, 1, 28, 0, 1), 'Yesterday'],
    [new Date(2026, 1, 27, 23, 59), 'Friday, February 27'],
    [new Date(2025, 11, 31, 12), 'Dec 31, 2025'],
  ])('formats %s as %s', (moment, words) => expect(formatDay(moment, now)).toBe(words));

  it('uses local time and two digits', () => {
    expect(dayKey(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02');
    expect(dayKey(new Date(2026, 0, 3, 0, 0))).toBe('2026-01-03');
  });
});

it.each([
  [new Date(2026, 0, 2, 9, 5), 'Jan 2, 9:05 AM'],
  [new Date(2025, 11, 31, 21, 5), 'Dec 31, 2025, 9:05 PM'],
])('formats %s as %s, with the year if it is another one', (moment, text) => {
  expect(formatDateTime(moment, new Date(2026, 2, 1))).toBe(text);
});
