import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that operating systems hand out. */
const lowest = 20_000;
const highest = 32_767;

/** A free port that the system won't hand out before we use it. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`Found no free port between ${lowest} and ${highest}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
