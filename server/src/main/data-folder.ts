import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from '../embedded-postgres/process-identity.ts';
import { readIfPresent } from '../outside/files/read-if-present.ts';
import { syncFolder } from '../outside/files/sync-folder.ts';
import { reasonOf, StartError } from '../start-error.ts';

export type DataFolderClaim = { release(): Promise<void> };

const RETRY_MS = 20;
const PATIENCE_MS = 10_000;
const HALF_WRITTEN_MS = 1_000;

/** Claims the data folder for this process, so two copies never write to the same database and files. */
export async function claimDataFolder(dir: string): Promise<DataFolderClaim> {
  const folder = resolve(dir);
  try {
    // Not accessible to other accounts, since it will contain personal data.
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
  } catch (error) {
    throw folderError(folder, 'created', error);
  }
  const pidFile = join(folder, 'kinbridge.pid');
  const me = await identifyProcess(process.pid);
  // The nonce distinguishes this claim from an earlier one by the same process.
  const text = `${me.pid} ${me.startTime || '-'} ${randomBytes(8).toString('hex')}\n`;
  const draft = `${pidFile}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    await take(folder, pidFile, draft, text);
  } catch (error) {
    throw error instanceof StartError ? error : folderError(folder, 'written to', error);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
  return {
    async release() {
      if ((await readIfPresent(pidFile)) === text) await rm(pidFile, { force: true });
    },
  };
}

async function take(folder: string, pidFile: string, draft: string, text: string): Promise<void> {
  const began = Date.now();
  for (;;) {
    if (await createExclusively(pidFile, draft, text)) return;
    const owner = ownerIn((await readIfPresent(pidFile)) ?? '');
    if (owner && (await isSameProcessAlive(owner))) throw inUse(folder, owner);
    // A file without a pid may still be being written by another starter.
    const settled = owner !== undefined || Date.now() > began + HALF_WRITTEN_MS;
    if (settled && (await takeOver(pidFile, draft, text))) return;
    if (Date.now() > began + PATIENCE_MS) {
      throw new StartError(
        `The data folder ${folder} could not be claimed. If no copy of Kinbridge is running, delete ${pidFile} and try again.`,
      );
    }
    await delay(RETRY_MS);
  }
}

/**
 * Replaces the pid file of a dead owner. Only one of several starters may do it: the one that creates the takeover file
 * for that owner. If its creator died too, the one that creates the takeover file for the creator, and so on. Takeover
 * files are removed only after the pid file has changed, so no two starters can hold the same step, and a late one sees
 * the changed pid file.
 */
async function takeOver(pidFile: string, draft: string, text: string): Promise<boolean> {
  const dead = await readIfPresent(pidFile);
  if (dead === undefined || (await namesLiving(dead))) return false;
  const steps: string[] = [];
  for (let left: string | undefined = dead; ; ) {
    const step = takeoverFile(pidFile, left);
    steps.push(step);
    if (await createExclusively(step, draft, text)) break;
    left = await readIfPresent(step);
    // Deleted, half-written, or held by a running starter.
    if (left === undefined || !ownerIn(left) || (await namesLiving(left))) return false;
  }
  const first = (await readIfPresent(pidFile)) === dead;
  if (first) await rename(draft, pidFile);
  for (const step of first ? steps : steps.slice(-1)) await rm(step, { force: true });
  return first;
}

/** Named after the claim it replaces, which is unique. */
export function takeoverFile(pidFile: string, dead: string): string {
  return `${pidFile}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
}

async function namesLiving(text: string): Promise<boolean> {
  const owner = ownerIn(text);
  return owner !== undefined && (await isSameProcessAlive(owner));
}

/** A link appears with its content, so nobody reads a half-written pid file. */
async function createExclusively(file: string, draft: string, text: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
  }
  // Some file systems (FAT, certain network shares) have no hard links.
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Undefined if it names no process. */
function ownerIn(text: string): ProcessIdentity | undefined {
  const match = /^(\d+) (\S+) /.exec(text);
  if (!match) return undefined;
  return { pid: Number(match[1]), startTime: match[2] === '-' ? '' : (match[2] ?? '') };
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

function folderError(folder: string, verb: string, error: unknown): StartError {
  return new StartError(
    `The data folder ${folder} cannot be ${verb}: ${reasonOf(error)}. Set DATA_DIR to a folder that you can write to.`,
  );
}

function inUse(folder: string, owner: ProcessIdentity): StartError {
  return new StartError(
    `The data folder ${folder} is in use by another copy of Kinbridge (process ${owner.pid}). Stop that one, or set DATA_DIR to another folder.`,
  );
}
