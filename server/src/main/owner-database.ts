import type { Settings } from '../config.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';

/** Runs a command as the owner of the configured or embedded database, whether the portal is running or stopped. */
export async function withOwnerDatabase<T>(config: Settings, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const configured = config.databaseOwnerUrl ?? config.databaseUrl;
  if (configured) return work(configured);
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, say: () => undefined });
  try {
    return await work(embedded.ownerUrl);
  } finally {
    // An adopted database belongs to a running portal.
    if (!embedded.adopted) await embedded.stop();
  }
}
