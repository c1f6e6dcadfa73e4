import type { Settings } from '../config.ts';
import { onAddress, readAddressFacts } from '../db/migrate/address-facts.ts';
import { sharedLogin } from '../db/migrate/address-rules.ts';
import { MigrationFailed, migrate } from '../db/migrate/migrations.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { StartError } from '../start-error.ts';
import { backUpBeforeMigrating } from './backup-before-migrating.ts';
import { type DatabaseUrls, requireDatabaseUrls } from './connect-database.ts';
import { claimDataFolder } from './data-folder.ts';
import { explained } from './database-problem.ts';

/** Connects to DATABASE_URL or starts the embedded database, and migrates it. */
export async function prepareDatabase(config: Settings, say: (line: string) => void) {
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
      const backup = await backUpBeforeMigrating(config, ownerUrl, say);
      const applied = await migrateAlone(ownerUrl, urls, config.root, backup);
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
  try {
    return await explained(ownerUrl, () => migrate({ ownerUrl, appUrl: urls.url, sessionUrl: urls.sessionUrl, root }));
  } catch (error) {
    if (!(error instanceof MigrationFailed)) throw error;
    throw new StartError(
      `${error.message} Migrations before it were kept, and processes of the version before still work. Fix the cause and run npm run migrate again, or restore your backup.`,
    );
  }
}

/** Says what to do if the embedded database can't be migrated. */
async function migrateAlone(
  ownerUrl: string,
  { url, sessionUrl }: DatabaseUrls,
  root: string,
  backup: string | null,
): Promise<string[]> {
  try {
    return await migrate({ ownerUrl, appUrl: url, sessionUrl, root, alone: true });
  } catch (error) {
    if (!(error instanceof MigrationFailed)) throw error;
    const copy = backup ? ` A backup from before is ${backup}.` : '';
    throw new StartError(
      `${error.message} The database is as it was. Start the version of Kinbridge that you used before; it still works with this database.${copy}`,
    );
  }
}

/** Before a migration lets a login own the tables that the application then can't use behind a pooler. */
async function refuseSharedLogin(url: string, ownerUrl: string): Promise<void> {
  if (new URL(url).username !== new URL(ownerUrl).username || url === ownerUrl) return;
  const { throughPooler, login } = await explained(url, () => onAddress(url, readAddressFacts));
  if (throughPooler) throw sharedLogin(login);
}
