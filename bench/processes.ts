/** The processes of a measurement: the built portal and the bench's own. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../server/src/embedded-postgres/free-port.ts';

declare global {
  var bench: {
    root: string;
    portal: string;
    only?: string;
    seconds?: string;
    rounds?: string;
    plant?: string;
    reuse?: boolean;
    arguments: string[];
  };
}

/** Starts the production API as a child process with its log in a file. */
export async function startApi(
  portal: string,
  env: Record<string, string>,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const port = await findFreePort();
  const logFile = join(env.DATA_DIR ?? '', `api-${port}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [join(portal, 'server', 'dist', 'main', 'api.js')], {
    env: { PATH: process.env.PATH, RATE_LIMIT_PER_SESSION: '999999999', ...env, PORT: String(port) },
    stdio: ['ignore', log, log],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 600) {
      throw new Error(`The portal did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
    }
    if (
      await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await pause(50);
  }
  return { url, pid: child.pid ?? 0, stop: () => end(child) };
}

/** A bench process that answers one message at a time. */
export function startHelper(name: string) {
  const child = fork(join(globalThis.bench.root, '.cache', 'bench', `${name}.js`), { stdio: 'inherit' });
  let waiting: { resolve(answer: unknown): void; reject(error: Error): void } | undefined;
  child.on('message', (answer: { error?: string }) =>
    answer.error ? waiting?.reject(new Error(answer.error)) : waiting?.resolve(answer),
  );
  child.on('exit', () => waiting?.reject(new Error(`${name} ended`)));
  return {
    pid: child.pid ?? 0,
    ask<T>(message: unknown) {
      return new Promise<T>((resolve, reject) => {
        waiting = { resolve: resolve as (answer: unknown) => void, reject };
        child.send(message as object);
      });
    },
    stop: () => end(child),
  };
}

/** The helper's side. */
export function answerMessages<T>(handle: (message: T) => Promise<object>): void {
  process.on('message', (message) => {
    handle(message as T).then(
      (answer) => process.send?.(answer),
      (error: Error) => process.send?.({ error: error.message }),
    );
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
