// entry: everything in one process, for `npm start`
import { createServer as createPortProbe } from 'node:net';
import type { Config } from '../config.ts';
import { createDatabase } from '../db/database.ts';
import { createOwnerPool } from '../db/pool.ts';
import { createLog } from '../log.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { findDemoSignIns, loadDemo } from '../upkeep/demo/demo.commands.ts';
import { readConfig } from './config.ts';
import { connectDatabase } from './connect-database.ts';
import { createApp, proveSharedStore, type RunningApp } from './create-app.ts';
import { readKeys } from './keys.ts';
import { portProblem } from './port-problem.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runMain } from './run-main.ts';
import { type RunningServer, startServer } from './serve.ts';
import { stopOnSignals } from './stop-signals.ts';
import { refuseDemoSignIns, refuseTrialSettings } from './trial-only.ts';
import { startWorker } from './worker-runner.ts';

const say = (line: string) => process.stdout.write(`• ${line}\n`);

await runMain(async () => {
  // Stopped in reverse order, so Ctrl-C during the start stops what has started so far.
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (let part = started.pop(); part; part = started.pop()) await part.stop();
  };
  let server: RunningServer | undefined;
  stopOnSignals(stop, say, async () => server?.drain());
  try {
    const settings = readConfig();
    refuseTrialSettings(settings);
    await checkPort(settings.host, settings.port);
    say(settings.databaseUrl ? 'Connecting to the database' : 'Starting the embedded database');
    const database = await prepareDatabase(settings, say);
    started.push(database);
    if (database.applied.length > 0) say(`Migrated: ${database.applied.join(', ')}`);
    const log = createLog(settings.logLevel);
    const addresses = await connectDatabase(settings, database, log);
    const config = { ...settings, ...(await readKeys(settings, addresses.pooled)) };
    started.push(await startTracing(config.tracing, log));
    const app = createApp(config, addresses, log);
    started.push({ stop: () => app.close() });
    await proveSharedStore(app);
    await refuseDemoSignIns(config, app.db);
    if (config.demo && (await fillDemo(database.ownerUrl, config.root))) {
      say('Loaded the demo organizations (all fictional)');
    }
    started.push(await startWorker(app, settings.databaseUrl === undefined, database.ownerUrl));
    server = await startServer(app, log);
    started.push(server);
    await greet(app, config);
  } catch (error) {
    await stop();
    throw error;
  }
});

/** Runs as the database owner, because the demo has past audit rows that the application can't write. */
async function fillDemo(ownerUrl: string, root: string): Promise<boolean> {
  const db = createDatabase(createOwnerPool(ownerUrl, 1, createLog('silent')));
  return loadDemo(db, root).finally(() => db.destroy());
}

async function greet(app: RunningApp, config: Config): Promise<void> {
  const url = config.publicUrl;
  const demo = config.demo ? await findDemoSignIns(app.db, config.root) : null;
  const lines = [`\nKinbridge is ready at ${url}`];
  if (config.devOutbox) lines.push(`Emails and texts that would have been sent: ${url}/dev/outbox`);
  if (demo) {
    lines.push('', `Demo sign-ins (password ${demo.password}):`);
    for (const { email, userType, organization } of demo.signIns) {
      lines.push(`  ${email.padEnd(40)} ${userType.toLowerCase().padEnd(9)} ${organization}`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n\nPress Ctrl-C to stop.\n`);
}

/** Checked first, so nobody waits for the database only to learn that the port is taken. */
function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createPortProbe();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portProblem(error.code, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
