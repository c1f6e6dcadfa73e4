import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../embedded-postgres/process-identity.ts';

const memory = '/dev/shm';
/** Most of it is for PostgreSQL, which may keep 1 GB of its log. */
const enough = 3 * 1024 ** 3;
const prefix = 'kinbridge-run-';

/** A folder for everything a run writes. In memory if there is room: on disk, copying a database takes 7 times the CPU. */
export async function makeRunFolder(): Promise<string> {
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
