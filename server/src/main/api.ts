// entry: only the API and the portal, for running several next to separate workers
import { openApp } from './open-app.ts';
import { runMain } from './run-main.ts';
import { startServer } from './serve.ts';
import { stopOnSignals } from './stop-signals.ts';

await runMain(async () => {
  const { app, log, close } = await openApp();
  const server = await startServer(app, log);
  stopOnSignals(
    async () => {
      await server.stop();
      await close();
    },
    (line) => log.info(line),
    () => server.drain(),
  );
  log.info({ url: server.url }, 'listening');
});
