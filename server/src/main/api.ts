// entry: only the API and the portal, for running several next to separate workers
import { createLog } from '../log.ts';
import { readConfig } from './config.ts';
import { createApp } from './create-app.ts';
import { readKeys } from './keys.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { runMain } from './run-main.ts';
import { startServer } from './serve.ts';
import { stopOnSignals } from './stop-signals.ts';

await runMain(async () => {
  const settings = readConfig();
  const url = requireDatabaseUrl(settings);
  const config = { ...settings, ...(await readKeys(settings, url)) };
  const log = createLog(config.logLevel);
  const app = createApp(config, url, log);
  const server = await startServer(app, url, log);
  stopOnSignals(
    async () => {
      await server.stop();
      await app.close();
    },
    (line) => log.info(line),
  );
  log.info({ url: server.url }, 'listening');
});
