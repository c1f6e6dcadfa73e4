// entry: only the API and the portal, for running several next to separate workers
import { createLog } from '../log.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { readConfig } from './config.ts';
import { connectDatabase, requireDatabaseUrls } from './connect-database.ts';
import { createApp, proveSharedStore } from './create-app.ts';
import { readKeys } from './keys.ts';
import { runMain } from './run-main.ts';
import { startServer } from './serve.ts';
import { stopOnSignals } from './stop-signals.ts';

await runMain(async () => {
  const settings = readConfig();
  const log = createLog(settings.logLevel);
  const addresses = await connectDatabase(settings, requireDatabaseUrls(settings), log);
  const config = { ...settings, ...(await readKeys(settings, addresses.pooled)) };
  const tracing = await startTracing(config.tracing, log);
  const app = createApp(config, addresses, log);
  await proveSharedStore(app);
  const server = await startServer(app, log);
  stopOnSignals(
    async () => {
      await server.stop();
      await app.close();
      await tracing.stop();
    },
    (line) => log.info(line),
    () => server.drain(),
  );
  log.info({ url: server.url }, 'listening');
});
