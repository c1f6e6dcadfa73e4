import { expect, it } from 'vitest';
import { lastPageOf } from './page-size.ts';

it.each([
  [0, 10, 0],
  [10, 10, 0],
  [11, 10, 1],
])('counts the pages of %i requests by %i', (total, size, last) => {
  expect(lastPageOf(total, size)).toBe(last);
});
