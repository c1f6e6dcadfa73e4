import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemState } from '@kinbridge/contract/operator/operator-system.contract';
import type { AppContext } from '../../app-context.ts';
import { findJobCounts } from './jobs.queries.ts';
import { findSystemFacts } from './system.queries.ts';

/** How the system is doing. */
export async function readSystem({ db, config }: AppContext): Promise<SystemState> {
  const [{ database, files, ...facts }, jobs, disk, version] = await Promise.all([
    findSystemFacts(db),
    findJobCounts(db),
    readDisk(config.dataDir),
    readVersion(config.root),
  ]);
  return { version, node: process.version, ...facts, ...jobs, disk: { ...disk, database, files } };
}

async function readDisk(folder: string): Promise<{ free: number | null; total: number | null }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return { free: null, total: null };
  }
}

async function readVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
