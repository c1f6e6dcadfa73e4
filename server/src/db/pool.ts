import pg from 'pg';
import type { Log } from '../log.ts';
import type { DatabaseAddress } from './addresses.ts';

/** Also tells versions apart: texts are divided by month once nothing is connected as 'kinbridge', as before (0034). */
export const poolName = 'kinbridge-pool';

/** A pool that uses the application's role and survives a database restart. */
export function createPool({ url, options }: DatabaseAddress, size: number, log: Log): pg.Pool {
  return openPool(url, options, size, log);
}

/** A pool that uses the owner's role, without limits, for the demo and for tests. */
export function createOwnerPool(ownerUrl: string, size: number, log: Log): pg.Pool {
  return openPool(ownerUrl, undefined, size, log);
}

function openPool(url: string, options: string | undefined, size: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Queries don't wait for the answers of those before them, such as `begin`.
    pipeline: true,
    application_name: poolName,
    ...(options === undefined ? {} : { options }),
  });
  // Without these two listeners, a connection closed by the database would crash the process.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}
