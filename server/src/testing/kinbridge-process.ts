import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject } from 'vitest';
import { findFreePort } from '../embedded-postgres/free-port.ts';
import { until } from './until.ts';

/** What each entry prints once it serves. */
const readyTexts = { start: 'Kinbridge is ready at', api: '"msg":"listening"', worker: '"msg":"working"' };
type Entry = keyof typeof readyTexts;

/** The path of a server command, built for production once per run. */
export function builtCommand(name: Entry | 'files-repair' | 'audit-verify' | 'operator' | 'check'): string {
  return join(inject('serverFolder'), `${name}.js`);
}

export type KinbridgeProcess = Awaited<ReturnType<typeof startKinbridge>>;

/**
 * Starts Kinbridge with only these settings and waits until it is ready. A wrapper runs the command, for example with a
 * private file system.
 */
export async function startKinbridge(settings: Record<string, string>, wrapper: string[] = [], entry: Entry = 'start') {
  const port = await findFreePort();
  const unlimited = { RATE_LIMIT_PER_ADDRESS: '1000000', RATE_LIMIT_PER_SESSION: '1000000' };
  const env = { PATH: process.env.PATH, DEMO: '0', PORT: String(port), ...unlimited, ...settings };
  const [command = process.execPath, ...args] = [...wrapper, process.execPath, builtCommand(entry)];
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  const exited = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? '');
  let ended = false;
  exited.then(() => {
    ended = true;
  });
  await until(() => {
    if (ended) throw new Error(`Kinbridge did not start:\n${text}`);
    return text.includes(readyTexts[entry]);
  }, 90_000);
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    /** Its output so far on both streams. */
    printed: () => text,
    /** The exit code, or the signal that ended it. */
    exited,
  };
}
