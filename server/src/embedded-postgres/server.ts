import { execFile, spawn } from 'node:child_process';
import { type FileHandle, open, readFile, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { reasonOf, StartError } from '../start-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { type Address, waitForAnswer } from './connection.ts';
import { findFreePort } from './free-port.ts';
import { findChildren, identifyProcess, isProcessAlive, isSameProcessAlive } from './process-identity.ts';
import { type PostgresUser, postgresCommand } from './user.ts';

export type RunningServer = { pid: number; address: Address };

const POLL_MS = 20;
const START_ATTEMPTS = 20;
const RETRY_MS = 500;
const GIVE_UP_MS = 5_000;
const LOG_LIMIT = 10 * 1024 * 1024;
const STOP_MS = { SIGINT: 30_000, SIGQUIT: 10_000 } as const;

/** Temporary failures: the free port was taken, or processes of a killed server are still ending. */
const PASSING = /could not create any TCP\/IP sockets|pre-existing shared memory block|lock file .* already exists/;

type Launch = {
  cluster: string;
  password: string;
  binaries: PostgresBinaries;
  user: PostgresUser;
  logFile: string;
  durable: boolean;
};

/** Options of a restart: the same port, and a signal to give up. */
export type Relaunch = { port: number; signal: AbortSignal };

export async function launchServer(launch: Launch, again?: Relaunch): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    again?.signal.throwIfAborted();
    const { cluster, password, logFile } = launch;
    const address = { cluster, password, port: again?.port ?? (await findFreePort()) };
    const log = await openLog(logFile);
    const logFrom = (await log.stat()).size;
    const { file, args, options } = postgresCommand(launch.user, launch.binaries.postgres, [
      ...['-D', cluster, '-p', String(address.port)],
      ...settings(launch.durable).flatMap((setting) => ['-c', setting]),
    ]);
    // Detached, so Ctrl-C reaches only this process, which stops the server after its last query.
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = error;
    });
    child.unref();
    const isOver = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    const hasStopped = async () => isOver() || again?.signal.aborted === true;
    const answer = await waitForAnswer(address, hasStopped);
    await log.close();
    if (answer === 'ready' && child.pid !== undefined) return { pid: child.pid, address };
    child.kill('SIGQUIT');
    if (!isOver()) await Promise.race([exited, delay(GIVE_UP_MS)]);
    if (!isOver() && child.pid !== undefined) await killServer(child.pid);
    const reason = failure?.message ?? (await lastFailure(logFile, logFrom));
    if (attempt < START_ATTEMPTS && (answer === 'foreign' || PASSING.test(reason))) {
      await delay(RETRY_MS);
      continue;
    }
    throw new StartError(`The built-in database did not start: ${reason} (see ${logFile})`);
  }
}

/**
 * Returns the server that a killed Kinbridge left running, if any, and removes anything else that would block a new
 * one.
 */
export async function adoptServer(
  cluster: string,
  password: string,
  signal?: AbortSignal,
): Promise<RunningServer | undefined> {
  const pidFile = join(cluster, 'postmaster.pid');
  const [pidLine, , , portLine] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isProcessAlive(pid))) return undefined;
  if (!(await mayBeServerOf(pid, cluster))) {
    // Another process now has the pid, and Postgres would mistake it for a running server and refuse to start.
    await rm(pidFile, { force: true });
    return undefined;
  }
  const address = { cluster, password, port: Number(portLine) };
  const answer = await waitForAnswer(address, async () => signal?.aborted === true || !(await isProcessAlive(pid)));
  if (answer === 'gone') return undefined;
  if (answer === 'ready') return { pid, address };
  throw new StartError(
    `A database server (process ${pid}) is running in ${cluster}, but cannot be reached. Stop that process and start again.`,
  );
}

/** Asks the server to end its sessions and stop, then to stop immediately, then kills it. All three are safe. */
export async function stopServer({ pid, address }: RunningServer, binaries: PostgresBinaries): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', address.cluster, '-m', 'fast', '-w']);
    return;
  }
  const server = await identifyProcess(pid);
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + STOP_MS[signal];
    if (!(await isSameProcessAlive(server))) return;
    process.kill(pid, signal);
    while (Date.now() < deadline) {
      if (!(await isSameProcessAlive(server))) return;
      await delay(POLL_MS);
    }
  }
  await killServer(pid);
}

/** Kills a hung server with its sessions; the next start recovers everything committed. */
export async function killServer(pid: number): Promise<void> {
  // Each session has its own process group, and a stopped one would block the next start.
  for (const each of [pid, ...(await findChildren(pid))]) kill(each);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had already ended.
  }
}

/**
 * A server's working directory is its cluster. If that isn't readable, its name decides; when in doubt, it counts as a
 * server.
 */
async function mayBeServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === cluster;
    const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']);
    return stdout.includes('postgres');
  } catch {
    return true;
  }
}

function settings(durable: boolean): string[] {
  return [
    'listen_addresses=127.0.0.1',
    // TCP only: a socket path is limited to about 100 characters, and data folders can be longer.
    'unix_socket_directories=',
    // Tests open a pool in each worker.
    `max_connections=${durable ? 100 : 400}`,
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // No failed statements or column values: the log must not contain personal data.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
}

async function openLog(file: string): Promise<FileHandle> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  try {
    return await open(file, size > LOG_LIMIT ? 'w' : 'a', 0o600);
  } catch (error) {
    throw new StartError(`The log of the database, ${file}, cannot be written: ${reasonOf(error)}.`);
  }
}

/** The log line that best explains why the server ended. */
async function lastFailure(logFile: string, from: number): Promise<string> {
  const lines = (await readFile(logFile)).subarray(from).toString('utf8').split('\n').filter(Boolean);
  const telling = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*?(?:FATAL|PANIC):\s*/, '') ?? 'it gave no reason';
}
