import { describe, expect, it } from 'vitest';
import { daysRange, metricPeriods, percentOf, periodRange, trendDays } from './metric-periods.ts';

describe('a period rolls back from its last day in whole days', () => {
  it.each([
    ['month', '2026-05-14', '2026-04-15', '2026-03-15', '2026-04-14'],
    ['3-months', '2026-05-14', '2026-02-15', '2025-11-15', '2026-02-14'],
    ['6-months', '2026-05-14', '2025-11-15', '2025-05-15', '2025-11-14'],
    ['year', '2026-05-14', '2025-05-15', '2024-05-15', '2025-05-14'],
    // The previous month is shorter, so it starts on its last day.
    ['month', '2026-03-30', '2026-02-28', '2026-01-31', '2026-02-27'],
    ['month', '2024-03-30', '2024-02-29', '2024-01-31', '2024-02-28'],
    ['year', '2024-02-28', '2023-02-28', '2022-02-28', '2023-02-27'],
    ['year', '2024-02-29', '2023-03-01', '2022-03-01', '2023-02-28'],
    ['month', '2026-12-31', '2026-12-01', '2026-11-01', '2026-11-30'],
  ] as const)('%s up to %s begins on %s, after %s to %s', (period, to, from, previousFrom, previousTo) => {
    expect(periodRange(period, to)).toEqual({ from, to, previousFrom, previousTo });
  });

  it('compares a range with as many days before it', () => {
    expect(daysRange('2024-02-28', '2024-03-01')).toEqual({
      from: '2024-02-28',
      to: '2024-03-01',
      previousFrom: '2024-02-25',
      previousTo: '2024-02-27',
    });
    expect(daysRange('2026-01-01', '2026-01-01')).toMatchObject({
      previousFrom: '2025-12-31',
      previousTo: '2025-12-31',
    });
  });
});

it.each(metricPeriods)('the trend of %s covers every day once for any month length', (period) => {
  for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2025, 1, 1); day += 86_400_000) {
    const range = periodRange(period, new Date(day).toISOString().slice(0, 10));
    for (const [from, to] of [
      [range.from, range.to],
      [range.previousFrom, range.previousTo],
    ] as const) {
      const days = trendDays(period, from, to);
      expect(days[0]).toBe(from);
      expect(Date.parse(days.at(-1) ?? '')).toBe(Date.parse(to) + 86_400_000);
      expect(new Set(days).size).toBe(days.length);
    }
  }
});

it.each([
  [0, 0, null],
  [0, 3, 0],
  [1, 3, 33],
  [2, 3, 67],
  [3, 3, 100],
])('%i of %i is %s percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});
