import type { Settings } from '../config.ts';
import { onAddress, readAddressFacts } from '../db/address-facts.ts';
import { sharedLogin } from '../db/address-rules.ts';
import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { migrate } from '../db/migrations.ts';
import { type DatabaseUrls, requireDatabaseUrls } from './connect-database.ts';
import { claimDataFolder } from './data-folder.ts';
import { explained } from './database-problem.ts';

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
    await refuseSharedLogin(urls.url, ownerUrl);
    const applied = await migrateAt(ownerUrl, urls, config.root);
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
      const urls = { url: appUrl, sessionUrl: appUrl };
      const applied = await migrateAt(ownerUrl, urls, config.root);
      return { ...urls, ownerUrl, applied, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function migrateAt(ownerUrl: string, urls: DatabaseUrls, root: string): Promise<string[]> {
  return explained(ownerUrl, () => migrate({ ownerUrl, appUrl: urls.url, sessionUrl: urls.sessionUrl, root }));
}

/** Before a migration lets a login own the tables that the application then can't use behind a pooler. */
async function refuseSharedLogin(url: string, ownerUrl: string): Promise<void> {
  if (new URL(url).username !== new URL(ownerUrl).username || url === ownerUrl) return;
  const { throughPooler, login } = await explained(url, () => onAddress(url, readAddressFacts));
  if (throughPooler) throw sharedLogin(login);
}
