import type { Settings } from '../config.ts';
import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { migrate } from '../db/migrations.ts';
import { type DatabaseUrls, requireDatabaseUrls } from './connect-database.ts';
import { claimDataFolder } from './data-folder.ts';
import { databaseProblem } from './database-problem.ts';

export interface PreparedDatabase extends DatabaseUrls {
  ownerUrl: string;
  applied: string[];
  stop(): Promise<void>;
}

/** Connects to DATABASE_URL or starts the embedded database, and migrates it. */
export async function prepareDatabase(config: Settings, say: (line: string) => void): Promise<PreparedDatabase> {
  if (config.databaseUrl) {
    const urls = requireDatabaseUrls(config);
    const ownerUrl = config.databaseOwnerUrl ?? urls.sessionUrl;
    const applied = await migrateAt(ownerUrl, urls.url, config.root);
    return { ...urls, ownerUrl, applied, stop: async () => undefined };
  }
  const claim = await claimDataFolder(config.dataDir);
  try {
    const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, say });
    const stop = async () => {
      await embedded.stop();
      await claim.release();
    };
    try {
      const { appUrl, ownerUrl } = embedded;
      const applied = await migrateAt(ownerUrl, appUrl, config.root);
      return { url: appUrl, sessionUrl: appUrl, ownerUrl, applied, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function migrateAt(ownerUrl: string, appUrl: string, root: string): Promise<string[]> {
  try {
    return await migrate({ ownerUrl, appUrl, root });
  } catch (error) {
    throw databaseProblem(error, ownerUrl);
  }
}
