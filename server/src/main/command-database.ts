import type { Settings } from '../config.ts';
import type { PooledAddress } from '../db/addresses.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createPool } from '../db/pool.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { createLog } from '../log.ts';
import { connectCommand } from './connect-database.ts';

/** Runs a command on the configured or embedded database, whether the portal is running or stopped. */
export async function withCommandDatabase<T>(
  { databaseUrl, dataDir }: Settings,
  work: (db: Database, address: PooledAddress) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl ? null : await startEmbeddedDatabase({ dataDir, say: () => undefined });
  try {
    const address = await connectCommand(databaseUrl ?? embedded?.appUrl ?? '');
    const db = createDatabase(createPool(address, 2, createLog('silent')));
    return await work(db, address).finally(() => db.destroy());
  } finally {
    // An adopted database belongs to a running portal.
    if (embedded && !embedded.adopted) await embedded.stop();
  }
}
