import { expect, it } from 'vitest';
import { changeOf, formatDayRange, formatDuration, formatPercent, pointsChange } from './metric-text.ts';

it.each([
  ['2026-02-15', '2026-05-14', 'Feb 15 – May 14, 2026'],
  ['2025-11-15', '2026-02-14', 'Nov 15, 2025 – Feb 14, 2026'],
  ['2024-02-29', '2024-02-29', 'Feb 29, 2024'],
])('%s to %s is %s', (from, to, text) => expect(formatDayRange(from, to)).toBe(text));

it.each([
  [248, 221, 'up', '+12%'],
  [486, 501, 'down', '−3%'],
  [5, 5, 'same', '±0%'],
  [1001, 1000, 'up', '+0%'],
  [0, 4, 'down', '−100%'],
  [4, 0, undefined, undefined],
])('%i after %i goes %s by %s', (value, before, direction, text) => {
  const change = changeOf(value, before);
  expect([change?.direction, change?.text]).toEqual([direction, text]);
});

it.each([
  [40, 58, 18, true],
  [40, 58, 17, undefined],
  [60, 58, 18, undefined],
  [0, 3, 0, true],
  [0, 10, 0, undefined],
])('%i after %i with %i open: unsettled is %s', (value, before, open, unsettled) => {
  expect(changeOf(value, before, open)?.unsettled).toBe(unsettled);
});

it('shows rate changes in points', () => {
  expect(pointsChange(71, 67)?.text).toBe('+4 pts');
  expect(pointsChange(66, 67)?.text).toBe('−1 pt');
  expect(pointsChange(null, 67)).toBeNull();
  expect(formatPercent(null)).toBe('–');
});

it.each([
  [null, '–'],
  [20, '1 min'],
  [2_700, '45 min'],
  [3_590, '1 h'],
  [19_800, '5.5 h'],
  [172_700, '48 h'],
  [276_480, '3.2 days'],
])('%s seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
