import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Identifies a process. The start time distinguishes it from a later process with the same pid. */
export type ProcessIdentity = { pid: number; startTime: string };

/** The start time is empty where the system doesn't report it (anything but Linux). */
export async function identifyProcess(pid: number): Promise<ProcessIdentity> {
  return { pid, startTime: (await readProcStat(pid))?.startTime ?? '' };
}

export async function isSameProcessAlive({ pid, startTime }: ProcessIdentity): Promise<boolean> {
  if (!(await isProcessAlive(pid))) return false;
  const now = await readProcStat(pid);
  return now === undefined || startTime === '' || now.startTime === startTime;
}

export async function isProcessAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs under another account.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // A zombie still accepts signals, and in a container it may never be collected.
  return (await readProcStat(pid))?.state !== 'Z';
}

/** The child processes; empty where the system doesn't report them. */
export async function findChildren(pid: number): Promise<number[]> {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
    const parents = await Promise.all(pids.map(async (each) => (await readProcStat(each))?.parent));
    return pids.filter((_, index) => parents[index] === pid);
  }
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

async function readProcStat(pid: number): Promise<{ state: string; parent: number; startTime: string } | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', parent: Number(fields[1]), startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
