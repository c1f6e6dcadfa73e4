import { join } from 'node:path';
import { locatePostgresBinaries } from './embedded-postgres-binaries.ts';
import { createCluster, findCluster, readPassword } from './embedded-postgres-cluster.ts';
import { databaseUrl } from './embedded-postgres-connection.ts';
import { adoptServer, launchServer, stopServer } from './embedded-postgres-server.ts';
import { choosePostgresUser } from './embedded-postgres-user.ts';

export type EmbeddedDatabase = {
  url: string;
  /** True when the server was still running because an earlier Kinbridge was killed. */
  adopted: boolean;
  stop(): Promise<void>;
};

export type EmbeddedDatabaseOptions = {
  /** An existing folder. The cluster lives in its `postgres`, the log in its `postgres.log`. */
  dataDir: string;
  /** Told what is being done, where it takes a moment. */
  say: (line: string) => void;
  /** False trades safety in a power cut for speed: for tests. */
  durable?: boolean;
};

/** A real PostgreSQL server, out of npm, for everybody who has none. The caller has claimed the data folder. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, say, durable = true } = options;
  const binaries = await locatePostgresBinaries();
  const { folder, exists } = await findCluster(dataDir);

  const left = exists ? await adoptServer(folder, await readPassword(folder)) : undefined;
  if (left) say('The database was still running and is used again');

  const server = left ?? (await startOwn());
  let stopping: Promise<void> | undefined;
  return {
    url: databaseUrl(server.address),
    adopted: left !== undefined,
    stop() {
      stopping ??= stopServer(server, binaries);
      return stopping;
    },
  };

  async function startOwn() {
    const user = await choosePostgresUser(binaries, folder);
    if (!exists) {
      say('Creating the database');
      await createCluster({ folder, binaries, user, durable });
    }
    const password = await readPassword(folder);
    return launchServer({ cluster: folder, password, binaries, user, durable, logFile: join(dataDir, 'postgres.log') });
  }
}
