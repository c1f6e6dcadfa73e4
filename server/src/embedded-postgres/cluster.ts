import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../outside/files/sync-folder.ts';
import { reasonOf, StartError } from '../start-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { giveTo, type PostgresUser, postgresCommand } from './user.ts';

/** Owns the cluster. The application uses a restricted login; see embedded-postgres-connection.ts. */
export const SUPERUSER = 'kinbridge';

const POSTGRES_MAJOR = '18';
/** Stored inside the cluster, so both are created and moved together. */
const PASSWORD_FILE = 'kinbridge.password';

/** The cluster's folder with links resolved, and whether it has a complete cluster. */
export async function findCluster(dataDir: string): Promise<{ folder: string; exists: boolean }> {
  const parent = await realpath(dataDir);
  const folder = await realpath(join(parent, 'postgres')).catch(() => join(parent, 'postgres'));
  const content = await readdir(folder).catch(() => []);
  if (content.length === 0) return { folder, exists: false };
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === '') {
    throw new StartError(
      `The folder ${folder} should hold the database, but holds something else. Move it away, or set DATA_DIR to another folder.`,
    );
  }
  if (version !== POSTGRES_MAJOR) {
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this version of Kinbridge comes with PostgreSQL ${POSTGRES_MAJOR}. Start it with the version of Kinbridge that made it, or set DATA_DIR to another folder.`,
    );
  }
  return { folder, exists: true };
}

export async function readPassword(cluster: string): Promise<string> {
  try {
    return (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim();
  } catch (error) {
    throw new StartError(`The password of the database in ${cluster} cannot be read: ${reasonOf(error)}.`);
  }
}

type NewCluster = { folder: string; binaries: PostgresBinaries; user: PostgresUser; durable: boolean };

/** Runs initdb in a temporary folder and moves it into place, so an interrupted start leaves nothing half-created. */
export async function createCluster({ folder, binaries, user, durable }: NewCluster): Promise<void> {
  await removeUnfinished(folder);
  const staging = await mkdtemp(`${folder}.new-`);
  try {
    const made = join(staging, 'cluster');
    const passwordFile = join(staging, 'password');
    await mkdir(made, { mode: 0o700 });
    await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: durable });
    if (user.owner) await giveTo(user.owner, staging);
    const flags = [
      `--pgdata=${made}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // Postgres' built-in C.UTF-8 sorts the same on every system; the system locale only classifies letters.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--locale=${systemLocale()}`,
      '--lc-messages=C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ];
    const { file, args, options } = postgresCommand(user, binaries.initdb, flags);
    await promisify(execFile)(file, args, options).catch((error: Error & { stderr?: string }) => {
      throw new StartError(
        `The database could not be created in ${folder}: ${lastLine(error.stderr) ?? error.message}`,
      );
    });
    await rename(passwordFile, join(made, PASSWORD_FILE));
    if (durable) await syncFolder(made);
    // Windows can't rename onto an empty folder.
    await rmdir(folder).catch(() => undefined);
    await rename(made, folder);
    if (durable) await syncFolder(dirname(folder));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Removes leftovers of killed starts. Failing is fine, since their initdb may still be writing. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const leftover = name.startsWith(`${basename(folder)}.new-`) || name.startsWith('postgres.probe-');
    if (!leftover) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function systemLocale(): string {
  if (process.platform === 'linux') return 'C.UTF-8';
  return process.platform === 'darwin' ? 'en_US.UTF-8' : 'C';
}

function lastLine(text: string | undefined): string | undefined {
  return text?.trim().split('\n').at(-1) || undefined;
}
