import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, StartError } from '../start-error.ts';
import type { RunningServer } from './embedded-postgres-server.ts';
import { identifyProcess, isSameProcessAlive } from './process-identity.ts';

const LOOK_MS = 250;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** A server that lived for so long does not die at every start. */
const STEADY_MS = 30_000;

type Keep = {
  server: RunningServer;
  restart: (signal: AbortSignal) => Promise<RunningServer>;
  say: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Starts the server again whenever it ends, until told to stop: at once the first time, then with a pause that grows to
 * a minute. It never gives up, since what keeps it from starting, such as a full disk, may pass. Answers the server that
 * runs in the end, if one does.
 */
export async function keepRunning({ server, restart, say, signal }: Keep): Promise<RunningServer | undefined> {
  let pause = 0;
  for (let running: RunningServer | undefined = server; ; ) {
    if (running) {
      const lived = await outlive(running, signal);
      if (signal.aborted) return running;
      running = undefined;
      if (lived > STEADY_MS) pause = 0;
      say(`The database ended and is started again${pause > 0 ? ` in ${seconds(pause)}` : ''}`);
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

/** Waits until a server is gone, and answers for how long it lived. One that was adopted is nobody's child, so we look. */
async function outlive({ pid }: RunningServer, signal: AbortSignal): Promise<number> {
  const from = Date.now();
  const server = await identifyProcess(pid);
  while (!signal.aborted && (await isSameProcessAlive(server))) await sleep(LOOK_MS, signal);
  return Date.now() - from;
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function seconds(ms: number): string {
  return `${ms / 1000} ${ms === 1000 ? 'second' : 'seconds'}`;
}
