import { describe, expect, it } from 'vitest';
import { isOverdue, shortDuration, spokenDuration } from './time-in-status-text.ts';

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

  it('is overdue after 48 hours, unless the request is finished', () => {
    expect(isOverdue('OPEN', 48 * hour)).toBe(false);
    expect(isOverdue('OPEN', 48 * hour + 1)).toBe(true);
    expect(isOverdue('COMPLETED', 9 * day)).toBe(false);
    expect(isOverdue('CANCELLED', 9 * day)).toBe(false);
  });
});
