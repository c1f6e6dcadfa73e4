import { expect, it } from 'vitest';
import { dateRangeProblem } from './date-range.ts';

it.each([
  ['2026-03-02', '2026-03-01', 'The end date is before the start date.'],
  ['2026-03-01', '2026-03-01', null],
  ['2026-03-01', '2026-11-01', null],
  ['2026-03-01', '', null],
  [null, '2026-03-01', null],
])('reports the problem with %s to %s', (start, end, problem) => {
  expect(dateRangeProblem(start, end)).toBe(problem);
});
