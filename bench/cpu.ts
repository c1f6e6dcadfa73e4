/** CPU time of processes from /proc; NaN without it. */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** In milliseconds for the process, and with `reaped` also for its finished children. */
function timeOf(pid: number, reaped = false): number {
  const fields = statOf(pid);
  const ticks = fields.slice(11, reaped ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / ticksPerSecond;
}

/** The fields after the name, which can contain anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export function processTime(pid: number): number {
  return process.platform === 'linux' ? timeOf(pid) : Number.NaN;
}

/** A server and its children: PostgreSQL has a process per connection. */
export function familyTime(parent: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === parent;
    } catch {
      return false;
    }
  });
  let sum = timeOf(parent, true);
  for (const child of children) {
    try {
      sum += timeOf(Number(child));
    } catch {
      // It ended and counts with its parent.
    }
  }
  return sum;
}
