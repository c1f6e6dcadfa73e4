import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, StartError } from '../start-error.ts';
import { isSilent } from './connection.ts';
import { identifyProcess, isSameProcessAlive } from './process-identity.ts';
import { killServer, type RunningServer } from './server.ts';

const LOOK_MS = 250;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** A server that ran this long isn't in a crash loop. */
const STEADY_MS = 30_000;

/** A server counts as hung after `misses` timeouts in a row. */
export type Probing = { everyMs: number; timeoutMs: number; misses: number };

/** Generous, because killing a slow server costs more than waiting for it. */
const PATIENT: Probing = { everyMs: 5_000, timeoutMs: 10_000, misses: 3 };

type Keep = {
  server: RunningServer;
  restart: (signal: AbortSignal) => Promise<RunningServer>;
  say: (line: string) => void;
  signal: AbortSignal;
  probing?: Probing | undefined;
};

/**
 * Restarts the server whenever it ends, and kills it first when it hangs, until told to stop. The first restart is
 * immediate, then pauses grow to a minute. It never gives up, because the cause, such as a full disk, may pass. Returns
 * the server that is running at the end, if any.
 */
export async function keepRunning(keep: Keep): Promise<RunningServer | undefined> {
  const { server, restart, say, signal } = keep;
  let pause = 0;
  for (let running: RunningServer | undefined = server; ; ) {
    if (running) {
      const lived = await outlive(running, keep);
      if (signal.aborted) return running;
      running = undefined;
      if (lived > STEADY_MS) pause = 0;
      say(`The database stopped and is restarting${pause > 0 ? ` in ${seconds(pause)}` : ''}`);
    }
    await sleep(pause, signal);
    if (signal.aborted) return undefined;
    pause = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    try {
      running = await restart(signal);
      say('The database is back');
    } catch (error) {
      if (signal.aborted) return undefined;
      const reason = error instanceof StartError ? error.message : reasonOf(error);
      say(`${reason.replace(/\.$/, '')}; the next try is in ${seconds(pause)}`);
    }
  }
}

/** Waits until a server ends and returns how long it ran. An adopted server isn't our child, so we poll. */
async function outlive(running: RunningServer, { signal, say, probing }: Keep): Promise<number> {
  const from = Date.now();
  const server = await identifyProcess(running.pid);
  const ended = new AbortController();
  void killWhenHung(running, say, AbortSignal.any([signal, ended.signal]), probing);
  while (!signal.aborted && (await isSameProcessAlive(server))) await sleep(LOOK_MS, signal);
  ended.abort();
  return Date.now() - from;
}

async function killWhenHung(
  running: RunningServer,
  say: Keep['say'],
  signal: AbortSignal,
  { everyMs, timeoutMs, misses } = PATIENT,
): Promise<void> {
  for (let missed = 0; missed < misses; ) {
    if (missed === 0) await sleep(everyMs, signal);
    if (signal.aborted) return;
    missed = (await isSilent(running.address, timeoutMs, signal)) ? missed + 1 : 0;
  }
  if (signal.aborted) return;
  say('The database is not responding and is being restarted');
  await killServer(running.pid);
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function seconds(ms: number): string {
  return `${ms / 1000} ${ms === 1000 ? 'second' : 'seconds'}`;
}
