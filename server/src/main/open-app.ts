import { join } from 'node:path';
import { requireMigrated } from '../db/migrate/migrations.ts';
import { createLog } from '../log.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { readConfig } from './config.ts';
import { connectDatabase, requireDatabaseUrls } from './connect-database.ts';
import { createApp, proveSharedStore } from './create-app.ts';
import { readKeys } from './keys.ts';
import { refuseDemoSignIns, refuseTrialSettings } from './trial-only.ts';

/** The app of a separate API or worker, on the database and the file store that it shares with others. */
export async function openApp() {
  const settings = readConfig();
  refuseTrialSettings(settings);
  const log = createLog(settings.logLevel);
  const addresses = await connectDatabase(settings, requireDatabaseUrls(settings), log);
  await requireMigrated(addresses.session.url, join(settings.root, 'db/migrations'));
  const config = { ...settings, ...(await readKeys(settings, addresses.pooled)) };
  const tracing = await startTracing(config.tracing, log);
  const app = createApp(config, addresses, log);
  await proveSharedStore(app);
  await refuseDemoSignIns(config, app.db);
  return {
    app,
    log,
    async close() {
      await app.close();
      await tracing.stop();
    },
  };
}
