import { expect, it } from 'vitest';
import { type IdleTime, idleTime } from './idle-time.ts';

const start = Date.UTC(2026, 10, 17, 9);
const after = (seconds: number) => start + seconds * 1000;

it.each<[what: string, secondsLater: number, expected: IdleTime]>([
  ['waits until a minute before the limit', 0, { kind: 'used', checkInMs: 240_000 }],
  ['still waits a second before the warning', 239, { kind: 'used', checkInMs: 1000 }],
  ['warns a minute before the limit', 240, { kind: 'warning', secondsLeft: 60, checkInMs: 1000 }],
  ['rounds up the seconds that are left', 240.4, { kind: 'warning', secondsLeft: 60, checkInMs: 600 }],
  ['counts the last second', 299.5, { kind: 'warning', secondsLeft: 1, checkInMs: 500 }],
  ['is over at the limit', 300, { kind: 'over' }],
  ['is over after a night of sleep', 40_000, { kind: 'over' }],
  ['counts from now if the clock was set back', -3600, { kind: 'used', checkInMs: 240_000 }],
])('%s', (_, secondsLater, expected) => {
  expect(idleTime({ lastUsed: start, idleMinutes: 5 }, after(secondsLater))).toEqual(expected);
});
