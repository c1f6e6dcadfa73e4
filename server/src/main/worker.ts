// entry: only the jobs
import { createLog } from '../log.ts';
import { readConfig } from './config.ts';
import { createApp } from './create-app.ts';
import { readKeys } from './keys.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { runMain } from './run-main.ts';
import { stopOnSignals } from './stop-signals.ts';
import { startWorker } from './worker-runner.ts';

await runMain(async () => {
  const settings = readConfig();
  const url = requireDatabaseUrl(settings);
  const config = { ...settings, ...(await readKeys(settings, url)) };
  const log = createLog(config.logLevel);
  const app = createApp(config, url, log);
  const worker = await startWorker(app, url);
  stopOnSignals(
    async () => {
      await worker.stop();
      await app.close();
    },
    (line) => log.info(line),
  );
  log.info('working');
});
