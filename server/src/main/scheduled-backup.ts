import type { AppContext } from '../app-context.ts';
import { backUpOnSchedule } from '../features/backups/scheduled-backup.commands.ts';
import { keysToBackUp, openBackupPlace, readVersion } from './backup-places.ts';
import { createFileStore } from './create-app.ts';

/** Takes a backup to BACKUP_TARGET if one is due. */
export async function runScheduledBackup(
  { config }: AppContext,
  ownerUrl: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { target, key, ...schedule } = config.backups;
  if (target === null || ownerUrl === undefined) return;
  const place = openBackupPlace(target);
  // Encrypted files stay encrypted in a backup.
  const files = createFileStore(config);
  try {
    const [version, keys] = [await readVersion(config.root), await keysToBackUp(config)];
    await backUpOnSchedule(
      { ownerUrl, root: config.root, files, version, keys, place, backupKey: key, signal },
      schedule,
    );
  } finally {
    await place.close();
    await files.close();
  }
}
