import { describe, expect, it } from 'vitest';
import { dayKey, formatDay } from './dates.ts';

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
