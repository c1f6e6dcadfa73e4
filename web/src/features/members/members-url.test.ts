import { describe, expect, it } from 'vitest';
import { firstPageSize, isSearchedBirthday } from './members-url.ts';

describe('§5 the birthdate filter', () => {
  it.each([
    ['1990-03-04', true],
    ['1900-01-02', true],
    ['1900-01-01', false],
    ['2026-05-11', true],
    ['2026-05-12', false],
    ['1990-02-30', false],
    ['3/4/1990', false],
    ['', false],
  ])('%j: %s', (text, holds) => expect(isSearchedBirthday(text, '2026-05-11')).toBe(holds));
});

it.each([
  [768, 38, 10],
  [844, 58, 10],
  [950, 38, 20],
  [1080, 38, 30],
  [1080, 28, 30],
  [1440, 28, 50],
  [4000, 38, 50],
])('§9 fills a window of %s px with rows of %s px, at least ten: %s', (height, row, size) => {
  expect(firstPageSize(height, row)).toBe(size);
});
