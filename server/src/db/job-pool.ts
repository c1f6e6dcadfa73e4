import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { SessionAddress } from './addresses.ts';
import { type Database, pingDatabase } from './database.ts';
import { isConnectionLost } from './lost-connection.ts';
import { createPool } from './pool.ts';

const patienceMs = 2_000;

/**
 * A pool for the job queue. The queue marks jobs as done or failed without awaiting it, and retries only on errors that
 * say the database is unavailable; any other error would crash the process. So lost connections are reported as an
 * unavailable database.
 */
export function createJobPool(address: SessionAddress, size: number, log: Log): pg.Pool {
  const pool = createPool(address, size, log);
  pool.connect = asUnavailable(pool.connect.bind(pool));
  pool.on('connect', (client) => {
    client.query = asUnavailable(client.query.bind(client));
  });
  return pool;
}

export async function endJobPool(pool: pg.Pool): Promise<void> {
  await untilMarked(pool);
  await pool.end();
}

/** Waits for the last marks. */
export async function untilMarked(pool: pg.Pool): Promise<void> {
  const end = Date.now() + patienceMs;
  while ((pool.waitingCount > 0 || pool.idleCount < pool.totalCount) && Date.now() < end) await delay(10);
}

/**
 * The queue waits for the database before it stops. We don't wait when the database is down: the next worker releases
 * the jobs of this one.
 */
export async function whileReachable(db: Database, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const finished = work()
    .catch((error) => {
      if (!isConnectionLost(error)) throw error;
    })
    .finally(() => over.abort());
  await Promise.race([finished, untilUnreachable(db, over.signal)]);
}

/** Gives a restarting database time to come back. */
async function untilUnreachable(db: Database, over: AbortSignal): Promise<void> {
  for (let seen = Date.now(); !over.aborted && Date.now() - seen < patienceMs; await delay(100)) {
    const lost = await pingDatabase(db).then(() => false, isConnectionLost);
    if (!lost) seen = Date.now();
  }
}

const cannotConnectNow = '57P03';

function asUnavailable<F>(call: F): F {
  const wrapped = (...args: unknown[]) => {
    const result: unknown = (call as (...args: unknown[]) => unknown)(...args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error) => {
      if (!isConnectionLost(error)) throw error;
      throw Object.assign(new Error('the database is unavailable', { cause: error }), { code: cannotConnectNow });
    });
  };
  return wrapped as F;
}
