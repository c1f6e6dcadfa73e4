import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from '../config.ts';
import { onAddress } from '../db/migrate/address-facts.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { unpackBackup } from '../upkeep/backups/backup-records.ts';
import { checkBackup, type Restored, restoreBackup } from '../upkeep/backups/restore-backup.commands.ts';
import { createFileStore } from './create-app.ts';
import { claimDataFolder } from './data-folder.ts';
import { explained } from './database-problem.ts';
import { keyFiles } from './keys.ts';

export interface RestoreOrder {
  from: string;
  /** A folder or a database's address; by default where the settings point to. */
  to: string | undefined;
  sendWaiting: boolean;
  /** Reads a backup that isn't encrypted, although there is a key for backups. */
  unauthenticated: boolean;
}

type Result = Restored & { keys: string[]; where: string };

/** Reads the whole backup first, so nothing begins with one that is damaged. */
export async function restoreInto(
  config: Settings,
  order: RestoreOrder & { read(): AsyncIterable<Buffer> },
): Promise<Result> {
  const backupKey = order.unauthenticated ? undefined : config.backups.key;
  const unpack = () => unpackBackup(readable(order), backupKey);
  await checkBackup(unpack());
  const { to, sendWaiting } = order;
  const url = to?.includes('://') ? to : to === undefined ? (config.databaseOwnerUrl ?? config.databaseUrl) : undefined;
  const dataDir = to !== undefined && url === undefined ? resolve(to) : config.dataDir;
  // Files of another data folder lie in it.
  const files = createFileStore({ s3: url ? config.s3 : null, dataDir });
  try {
    await requireNoFiles(files);
    if (url) await explained(url, () => onAddress(url, async () => undefined));
    const restore = (ownerUrl: string) => restoreBackup(unpack(), { ownerUrl, root: config.root, files, sendWaiting });
    const restored = await (url ? restore(url) : restoreEmbedded(dataDir, restore)).catch((error: unknown) => {
      if (error instanceof StartError) throw error;
      throw new StartError(`The restore failed, and nothing was kept: ${reasonOf(error)}.`);
    });
    // Only an encrypted backup has keys; in another, a stranger could have put keys of their own.
    const keys = await writeKeys(dataDir, backupKey === undefined ? {} : restored.manifest.keys);
    const where = url
      ? 'The database is restored. Start Kinbridge with it as DATABASE_URL.'
      : `Start Kinbridge with DATA_DIR=${dataDir}.`;
    return { ...restored, keys, where };
  } finally {
    await files.close();
  }
}

async function* readable({ from, read }: RestoreOrder & { read(): AsyncIterable<Buffer> }): AsyncGenerator<Buffer> {
  try {
    yield* read();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, name } = error as { code?: string; name?: string };
    const isMissing = code === 'ENOENT' || name === 'NoSuchKey';
    throw new StartError(`The backup ${from} can't be read: ${isMissing ? 'there is no such file' : reasonOf(error)}.`);
  }
}

async function requireNoFiles(files: ReturnType<typeof createFileStore>): Promise<void> {
  for await (const _ of files.list()) {
    throw new StartError('The file store already has files. A backup can only be restored into an empty place.');
  }
}

/** Creates a database in the folder; a failure removes it. */
async function restoreEmbedded(dataDir: string, restore: (ownerUrl: string) => Promise<Restored>): Promise<Restored> {
  const isNew = !existsSync(dataDir);
  const cluster = join(dataDir, 'postgres');
  if ((await readdir(cluster).catch(() => [])).length > 0) {
    throw new StartError(`The folder ${dataDir} already has a database. Restore into an empty folder.`);
  }
  const claim = await claimDataFolder(dataDir);
  try {
    const embedded = await startEmbeddedDatabase({ dataDir, say: () => undefined });
    try {
      return await restore(embedded.ownerUrl);
    } finally {
      await embedded.stop();
    }
  } catch (error) {
    await rm(cluster, { recursive: true, force: true });
    if (isNew) await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await claim.release();
  }
}

/** Never replaces a key that is there. */
async function writeKeys(dataDir: string, keys: Record<string, string>): Promise<string[]> {
  const written: string[] = [];
  for (const file of keyFiles) {
    const text = keys[file];
    if (text === undefined || existsSync(join(dataDir, file))) continue;
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, file), text, { mode: 0o600, flag: 'wx', flush: true });
    written.push(file);
  }
  return written;
}
