import { describe, expect, it } from 'vitest';
import { ageOn } from './member-age.ts';

describe('member age', () => {
  it.each([
    ['1987-02-19', new Date(2026, 1, 18), 38],
    ['1987-02-19', new Date(2026, 1, 19), 39],
    ['2000-02-29', new Date(2026, 1, 28), 25],
    ['2000-02-29', new Date(2026, 2, 1), 26],
    ['2026-03-01', new Date(2026, 4, 11), 0],
  ])('is right for someone born %s', (birthday, today, age) => expect(ageOn(today, birthday)).toBe(age));
});
