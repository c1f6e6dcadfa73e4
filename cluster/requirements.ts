/** What the cluster needs on this machine, and how to get it. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Why the cluster can't run here; printed without a stack. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}

/** The Debian packages and the program each of them brings. */
const packages = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
};
const postgresFolder = '/usr/lib/postgresql';
const oldestPostgres = 15;

export function missingPackages(exists: (path: string) => boolean, postgresVersions: string[]): string[] {
  const missing = Object.entries(packages).flatMap(([name, program]) => (exists(program) ? [] : [name]));
  return postgresVersions.some((version) => Number(version) >= oldestPostgres) ? missing : [...missing, 'postgresql'];
}

export function installCommand(missing: string[]): string[] {
  return ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
}

/** Why it can't run, or null. Missing packages are no reason if they may be installed. */
export function complaint(
  { isRoot, hasApt, missing }: { isRoot: boolean; hasApt: boolean; missing: string[] },
  mayInstall: boolean,
): string | null {
  const command = missing.length > 0 ? ` Install them with: ${installCommand(missing).join(' ')}` : '';
  if (!isRoot) {
    return `npm run cluster needs root: it starts programs as another user and mounts small disks.${command && ` These Debian packages are missing too: ${missing.join(', ')}.${command}`}`;
  }
  if (missing.length === 0 || (hasApt && mayInstall)) return null;
  return hasApt
    ? `These Debian packages are missing: ${missing.join(', ')}.${command}`
    : `npm run cluster needs a Debian with apt. These packages are missing: ${missing.join(', ')}.`;
}

/** Installs what is missing or throws CannotRun; returns the folder of the newest PostgreSQL's programs. */
export async function prepareMachine(mayInstall: boolean, say: (line: string) => void): Promise<string> {
  const missing = missingPackages(existsSync, postgresVersions());
  const machine = { isRoot: process.getuid?.() === 0, hasApt: existsSync('/usr/bin/apt-get'), missing };
  const problem = complaint(machine, mayInstall);
  if (problem) throw new CannotRun(problem);
  if (missing.length > 0) {
    say(`Installing Debian packages: ${installCommand(missing).join(' ')}`);
    await installPackages(missing);
  }
  const newest = Math.max(...postgresVersions().map(Number));
  return join(postgresFolder, String(newest), 'bin');
}

function postgresVersions(): string[] {
  if (!existsSync(postgresFolder)) return [];
  return readdirSync(postgresFolder).filter((name) => existsSync(join(postgresFolder, name, 'bin', 'pg_rewind')));
}

/** Debian starts a service as soon as it is installed, unless this file forbids it. */
export async function installPackages(missing: string[]): Promise<void> {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const run = promisify(execFile);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update'], { env, maxBuffer: 64 * 1024 * 1024 });
    const [command = '', ...args] = installCommand(missing);
    await run(command, args, { env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    throw new CannotRun(`The packages couldn't be installed.\n${(error as { stderr?: string }).stderr ?? error}`);
  } finally {
    if (isOurs) await rm(policy);
  }
}

/** PostgreSQL and PgBouncer refuse to run as root; Debian's packages bring this account. */
export async function postgresAccount(): Promise<{ uid: number; gid: number }> {
  const match = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (!match) throw new CannotRun("This machine has no account named postgres, which Debian's packages bring.");
  return { uid: Number(match[1]), gid: Number(match[2]) };
}
