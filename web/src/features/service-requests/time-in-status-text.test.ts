import { describe, expect, it } from 'vitest';
import { markOf, shortDuration, spokenDuration } from './time-in-status-text.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('time in status', () => {
  it.each([
    [-5 * minute, '0m', '0 minutes'],
    [59 * minute, '59m', '59 minutes'],
    [hour, '1h', '1 hour'],
    [23 * hour + 59 * minute, '23h', '23 hours'],
    [day, '1d', '1 day'],
    [day + 20 * hour, '1d 20h', '1 day and 20 hours'],
    [9 * day + hour, '9d 1h', '9 days and 1 hour'],
    [12 * day + 5 * hour, '12d', '12 days'],
  ])('%i ms reads %s, and aloud %s', (ms, short, spoken) => {
    expect(shortDuration(ms)).toBe(short);
    expect(spokenDuration(ms)).toBe(spoken);
  });

  it.each([
    ['REQUESTED', false, 9 * day, null],
    ['REQUESTED', true, hour, 'overdue'],
    ['OPEN', true, hour, 'overdue'],
    ['OPEN', false, 48 * hour, null],
    ['OPEN', false, 48 * hour + 1, 'longer than 48 hours'],
    ['COMPLETED', false, 9 * day, null],
    ['CANCELLED', false, 9 * day, null],
  ] as const)('marks %s, overdue %s, after %i ms: %s', (status, overdue, ms, mark) => {
    expect(markOf({ status, overdue }, ms)).toBe(mark);
  });
});
