// entry: only the jobs
import { startMetricsServer } from './metrics-server.ts';
import { openApp } from './open-app.ts';
import { runMain } from './run-main.ts';
import { stopOnSignals } from './stop-signals.ts';
import { startWorker } from './worker-runner.ts';

await runMain(async () => {
  const { app, log, close } = await openApp();
  const worker = await startWorker(app);
  const metrics = await startMetricsServer(app);
  stopOnSignals(
    async () => {
      await metrics.stop();
      await worker.stop();
      await close();
    },
    (line) => log.info(line),
  );
  log.info('working');
});
