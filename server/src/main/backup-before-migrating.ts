import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { findPending } from '../db/migrate/migrations.ts';
import { backupName } from '../outside/backups/backup-place.ts';
import { FolderBackupPlace } from '../outside/backups/folder-backup-place.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { takeBackup } from '../upkeep/backups/backups.commands.ts';
import { readVersion } from './backup-places.ts';

const kept = 3;

/**
 * Backs up the embedded database before a new version changes it, and returns the backup's path; null if there is
 * nothing to migrate or nothing to lose. Files are left out, because no migration touches them.
 */
export async function backUpBeforeMigrating(
  config: Settings,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<string | null> {
  const { applied, pending } = await findPending(ownerUrl, join(config.root, 'db/migrations'));
  if (applied === 0 || pending === 0) return null;
  const place = new FolderBackupPlace(join(config.dataDir, 'backups'));
  const name = backupName('before migration');
  const path = join(place.description, name);
  try {
    const version = await readVersion(config.root);
    const order = { ownerUrl, files: null, version, backupKey: config.backups.key };
    await takeBackup({ ...order, reason: 'before migration', place, name });
  } catch (error) {
    throw new StartError(
      `The database has to be migrated, but the backup before that failed: ${reasonOf(error)}. Nothing was changed. Make room for ${path} and start again.`,
    );
  }
  say(`Backed up the database before migrating it: ${path}`);
  const before = (await place.list()).filter((backup) => backup.name.endsWith('-before-migration.kinbridge-backup'));
  for (const old of before.slice(0, -kept)) await place.remove(old.name);
  return path;
}
