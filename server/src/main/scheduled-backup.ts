import type { Settings } from '../config.ts';
import { backUpOnSchedule, type ScheduledBackup } from '../upkeep/backups/scheduled-backup.commands.ts';
import { keysToBackUp, openBackupPlace, readVersion } from './backup-places.ts';
import { createFileStore } from './create-app.ts';

/** Takes a backup to BACKUP_TARGET if one is due; null if not. */
export async function runScheduledBackup(
  config: Settings,
  ownerUrl: string | undefined,
  signal?: AbortSignal,
): Promise<ScheduledBackup | null> {
  const { target, key, ...schedule } = config.backups;
  if (target === null || ownerUrl === undefined) return null;
  const place = openBackupPlace(target);
  // Encrypted files stay encrypted in a backup.
  const files = createFileStore(config);
  try {
    const [version, keys] = [await readVersion(config.root), await keysToBackUp(config)];
    return await backUpOnSchedule(
      { ownerUrl, root: config.root, files, version, keys, place, backupKey: key, signal },
      schedule,
    );
  } finally {
    await place.close();
    await files.close();
  }
}
