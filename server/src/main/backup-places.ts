import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupTarget, Settings } from '../config.ts';
import type { BackupPlace } from '../outside/backups/backup-place.ts';
import { FolderBackupPlace } from '../outside/backups/folder-backup-place.ts';
import { S3BackupPlace } from '../outside/backups/s3-backup-place.ts';
import { keyFiles } from './keys.ts';

export function openBackupPlace(target: BackupTarget): BackupPlace {
  if ('folder' in target) return new FolderBackupPlace(target.folder);
  return new S3BackupPlace(target.s3);
}

/** The keys that Kinbridge keeps in the data folder. They go into an encrypted backup only. */
export async function keysToBackUp({ dataDir, backups }: Settings): Promise<Record<string, string>> {
  if (backups.key === undefined) return {};
  const found: Record<string, string> = {};
  for (const file of keyFiles) {
    const text = await readFile(join(dataDir, file), 'utf8').catch(() => null);
    if (text !== null) found[file] = text;
  }
  return found;
}

export async function readVersion(root: string): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}
