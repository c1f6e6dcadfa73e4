import { join } from 'node:path';
import { locatePostgresBinaries } from './binaries.ts';
import { createCluster, findCluster, readPassword } from './cluster.ts';
import { appUrl, ownerUrl } from './connection.ts';
import { keepRunning, type Probing } from './keeper.ts';
import { adoptServer, launchServer, type Relaunch, type RunningServer, stopServer } from './server.ts';
import { choosePostgresUser } from './user.ts';

export type EmbeddedDatabase = Awaited<ReturnType<typeof startEmbeddedDatabase>>;

type EmbeddedDatabaseOptions = {
  /** An existing folder for the cluster (`postgres`) and its log (`postgres.log`). */
  dataDir: string;
  /** Reports progress on slow steps. */
  say: (line: string) => void;
  /** False is faster but unsafe in a power cut; for tests. */
  durable?: boolean;
  /** How a hung server is detected; shorter in tests. */
  probing?: Probing;
};

/**
 * Runs a PostgreSQL server installed from npm, for operators without their own. It restarts when it ends or hangs. The
 * caller must have claimed the data folder.
 */
export async function startEmbeddedDatabase({ dataDir, say, durable = true, probing }: EmbeddedDatabaseOptions) {
  const binaries = await locatePostgresBinaries();
  const { folder, exists } = await findCluster(dataDir);
  let made = exists;

  const left = made ? await adoptServer(folder, await readPassword(folder)) : undefined;
  if (left) say('The database was still running and is used again');

  const server = left ?? (await startOwn());
  const { port } = server.address;
  const stopNow = new AbortController();
  const kept = keepRunning({ server, restart, say, signal: stopNow.signal, probing });
  let stopping: Promise<void> | undefined;
  return {
    /** For the application: a login without ownership. */
    appUrl: appUrl(server.address),
    /** For migrations: the superuser, who owns everything. */
    ownerUrl: ownerUrl(server.address),
    /** True if the server was still running after an earlier Kinbridge was killed. */
    adopted: left !== undefined,
    stop(): Promise<void> {
      stopNow.abort();
      stopping ??= kept.then((last) => last && stopServer(last, binaries));
      return stopping;
    },
  };

  /** Keeps the port, since callers already have the URL. */
  async function restart(signal: AbortSignal): Promise<RunningServer> {
    const found = await adoptServer(folder, await readPassword(folder), signal);
    return found?.address.port === port ? found : startOwn({ port, signal });
  }

  async function startOwn(again?: Relaunch): Promise<RunningServer> {
    const user = await choosePostgresUser(binaries, folder);
    if (!made) {
      say('Creating the database');
      await createCluster({ folder, binaries, user, durable });
      made = true;
    }
    const password = await readPassword(folder);
    const logFile = join(dataDir, 'postgres.log');
    return launchServer({ cluster: folder, password, binaries, user, durable, logFile }, again);
  }
}
