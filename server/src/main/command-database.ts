import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import type { PooledAddress } from '../db/addresses.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createPool } from '../db/pool.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { createLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { connectCommand } from './connect-database.ts';

/** Runs a command on the configured or embedded database, whether the portal is running or stopped. */
export function withCommandDatabase<T>(
  config: Settings,
  work: (db: Database, address: PooledAddress) => Promise<T>,
): Promise<T> {
  return withAddress(config, config.databaseUrl, 'appUrl', async (url) => {
    const address = await connectCommand(url);
    const db = createDatabase(createPool(address, 2, createLog('silent')));
    return work(db, address).finally(() => db.destroy());
  });
}

/** The same as the owner of the database. */
export function withOwnerDatabase<T>(config: Settings, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  return withAddress(config, config.databaseOwnerUrl ?? config.databaseUrl, 'ownerUrl', work);
}

async function withAddress<T>(
  { dataDir }: Settings,
  configured: string | undefined,
  own: 'appUrl' | 'ownerUrl',
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (configured) return work(configured);
  if (!existsSync(join(dataDir, 'postgres'))) throw noDatabase(dataDir);
  const embedded = await startEmbeddedDatabase({ dataDir, say: () => undefined });
  try {
    return await work(embedded[own]);
  } finally {
    // An adopted database belongs to a running portal.
    if (!embedded.adopted) await embedded.stop();
  }
}

/** A command creates no database: it was probably started without the portal's settings. */
function noDatabase(dataDir: string): StartError {
  return new StartError(
    `There is no database here: DATABASE_URL isn't set, and ${dataDir} has no embedded one. Run this command with the settings of the portal (docs/DEPLOY.md says how), or start Kinbridge once with npm start.`,
  );
}
