import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate/migrations.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { isProcessAlive } from '../embedded-postgres/process-identity.ts';
import { projectRoot } from '../main/config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's URL, for schema changes. */
    databaseUrl: string;
    /** The application's URL, as in production. */
    appDatabaseUrl: string;
    serverFolder: string;
    /** Where tests record their SQL texts. */
    textsFolder: string;
    /** False if only some tests were asked for. */
    isWholeRun: boolean;
  }
}

export const templateDatabase = 'kinbridge_template';

/** Starts one PostgreSQL and builds the server once for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A failed build must not leave a database running.
  const removeServer = await buildServer(project);
  const runFolder = await makeRunFolder();
  // What tests write goes there, too.
  process.env.TMPDIR = runFolder;
  const stopDatabase = await startDatabase(project);
  const textsFolder = await mkdtemp(join(tmpdir(), 'kinbridge-texts-'));
  project.provide('textsFolder', textsFolder);
  const hasFilter = 'filenamePattern' in project.vitest && project.vitest.filenamePattern !== undefined;
  project.provide('isWholeRun', !hasFilter && project.config.testNamePattern === undefined);
  return async () => {
    await stopDatabase();
    await rm(runFolder, { recursive: true, force: true });
    await removeServer();
  };
}

/** Creates a migrated database that every test file copies. */
async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kinbridge-test-'));
  const database = await startEmbeddedDatabase({ dataDir: folder, say: () => undefined, durable: false });
  const admin = new pg.Client({ connectionString: database.ownerUrl });
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const ownerUrl = databaseNamed(database.ownerUrl, templateDatabase);
  const appUrl = databaseNamed(database.appUrl, templateDatabase);
  await migrate({ ownerUrl, appUrl, root: projectRoot() });
  project.provide('databaseUrl', database.ownerUrl);
  project.provide('appDatabaseUrl', database.appUrl);
  return database.stop;
}

/** Built inside the repository, where Node finds its dependencies. */
async function buildServer(project: TestProject): Promise<() => Promise<void>> {
  const folder = join(projectRoot(), '.cache', `tested-server-${process.pid}`);
  const script = new URL('../../../scripts/build.mjs', import.meta.url).href;
  const { serverBuildOptions }: { serverBuildOptions(): Promise<BuildOptions> } = await import(script);
  await build({ ...(await serverBuildOptions()), outdir: folder });
  project.provide('serverFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}

export function databaseNamed(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = `/${name}`;
  return named.toString();
}

const memory = '/dev/shm';
/** Most of it is for PostgreSQL, which may keep 1 GB of its log. */
const enough = 3 * 1024 ** 3;
const prefix = 'kinbridge-run-';

/** A folder for everything a run writes. In memory if there is room: on disk, copying a database takes 7 times the CPU. */
async function makeRunFolder(): Promise<string> {
  const parent = (await hasRoom()) ? memory : tmpdir();
  await removeLeftovers(parent);
  const folder = join(parent, `${prefix}${process.pid}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

async function hasRoom(): Promise<boolean> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(free, process.availableMemory()) > enough;
}

/** A killed run leaves its folder. Without it, a database that still runs stops by itself. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length));
    // In a container, an earlier run may have had the same number.
    if (pid !== process.pid && (await isProcessAlive(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
