import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { migrate } from '../db/migrations.ts';
import { StartError } from '../start-error.ts';
import type { readConfig } from './config.ts';
import { claimDataFolder } from './data-folder.ts';

type Settings = ReturnType<typeof readConfig>;

export interface PreparedDatabase {
  url: string;
  applied: string[];
  stop(): Promise<void>;
}

/** The database that DATABASE_URL names, or the embedded one in the data folder; migrated either way. */
export async function prepareDatabase(config: Settings, say: (line: string) => void): Promise<PreparedDatabase> {
  if (config.databaseUrl) {
    const applied = await migrateAt(config.databaseOwnerUrl ?? config.databaseUrl, config.databaseUrl, config.root);
    return { url: config.databaseUrl, applied, stop: async () => undefined };
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
      return { url: appUrl, applied: await migrateAt(ownerUrl, appUrl, config.root), stop };
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
    const { code, message } = error as { code?: string; message?: string };
    if (error instanceof StartError || !code) throw error;
    const at = new URL(ownerUrl).host;
    if (/^(E[A-Z]+|EAI_AGAIN)$/.test(code)) {
      throw new StartError(
        `The database at ${at} cannot be reached (${code}). Check DATABASE_URL and that it is running.`,
      );
    }
    if (/^(28...|3D000)$/.test(code)) throw new StartError(`The database at ${at} refuses the connection: ${message}.`);
    throw error;
  }
}
