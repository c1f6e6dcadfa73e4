import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { createPool, type Database, isConnectionLost, pingDatabase } from './database.ts';

const patienceMs = 2_000;

/**
 * A pool for the job queue. The queue marks a job as done or failed without waiting for the mark, and repeats it only
 * while the database says that it is away; any other error there would end the process. So a connection that was lost,
 * or cannot be had, is told to the queue as a database that is away.
 */
export function createJobPool(url: string, size: number, log: Log): pg.Pool {
  const pool = createPool(url, size, log);
  pool.connect = toldAsAway(pool.connect.bind(pool));
  pool.on('connect', (client) => {
    client.query = toldAsAway(client.query.bind(client));
  });
  return pool;
}

/** Lets the last marks be made before the pool is closed under them. */
export async function endJobPool(pool: pg.Pool): Promise<void> {
  const end = Date.now() + patienceMs;
  while ((pool.waitingCount > 0 || pool.idleCount < pool.totalCount) && Date.now() < end) await delay(10);
  await pool.end();
}

/**
 * The queue does not stop before it has told the database, and would wait for one that is away. Whoever stops does not:
 * the next worker releases what this one had begun.
 */
export async function unlessAway(db: Database, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const finished = work()
    .catch((error) => {
      if (!isConnectionLost(error)) throw error;
    })
    .finally(() => over.abort());
  await Promise.race([finished, untilAway(db, over.signal)]);
}

/** A database that is only restarted is waited for. */
async function untilAway(db: Database, over: AbortSignal): Promise<void> {
  for (let seen = Date.now(); !over.aborted && Date.now() - seen < patienceMs; await delay(100)) {
    const lost = await pingDatabase(db).then(() => false, isConnectionLost);
    if (!lost) seen = Date.now();
  }
}

const cannotConnectNow = '57P03';

function toldAsAway<F>(call: F): F {
  const wrapped = (...args: unknown[]) => {
    const result: unknown = (call as (...args: unknown[]) => unknown)(...args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error) => {
      if (!isConnectionLost(error)) throw error;
      throw Object.assign(new Error('the database is away', { cause: error }), { code: cannotConnectNow });
    });
  };
  return wrapped as F;
}
