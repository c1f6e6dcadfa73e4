const minuteMs = 60_000;
const secondMs = 1000;

/** How long before the log-off people are warned. */
export const warningMs = minuteMs;

export type IdleTime =
  | { kind: 'used'; checkInMs: number }
  | { kind: 'warning'; secondsLeft: number; checkInMs: number }
  | { kind: 'over' };

interface Idle {
  /** When the portal was last used. A time in the future, from a clock that was set back, counts as now. */
  lastUsed: number;
  /** The organization's limit. */
  idleMinutes: number;
}

/** Where an unused session stands at a given time, and after how long to look again. */
export function idleTime({ lastUsed, idleMinutes }: Idle, now: number): IdleTime {
  const leftMs = Math.min(lastUsed, now) + idleMinutes * minuteMs - now;
  if (leftMs <= 0) return { kind: 'over' };
  if (leftMs > warningMs) return { kind: 'used', checkInMs: leftMs - warningMs };
  // Looks again when the number of seconds changes.
  return { kind: 'warning', secondsLeft: Math.ceil(leftMs / secondMs), checkInMs: leftMs % secondMs || secondMs };
}
