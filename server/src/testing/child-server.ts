import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a server of this folder as a child process, which reports what arrives there. */
export async function startChildServer<Arrived extends object>(script: string, ...args: string[]) {
  const child = fork(join(import.meta.dirname, script), args, { execArgv: [] });
  const arrived: Arrived[] = [];
  const confirmations: (() => void)[] = [];
  const exited = once(child, 'exit');
  const listening = new Promise<number>((resolve) => {
    child.on('message', (message: { port: number } | 'done' | Arrived) => {
      if (message === 'done') confirmations.shift()?.();
      else if ('port' in message) resolve(message.port);
      else {
        arrived.push(message);
        // One that was stopped needs no answer.
        child.send('seen', () => undefined);
      }
    });
  });
  const port = await Promise.race([listening, exited.then(() => 0)]);
  if (port === 0) throw new Error(`${script} ended before it listened.`);
  return {
    port,
    /** Oldest first. */
    arrived,
    /** Resolves when it is done. Messages are ordered, so we then have everything that arrived before. */
    tell: (message: object) =>
      new Promise<void>((resolve) => {
        confirmations.push(resolve);
        child.send(message);
      }),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
