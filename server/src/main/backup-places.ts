import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Settings } from '../config.ts';
import { type BackupPlace, isBackupName } from '../outside/backups/backup-place.ts';
import { FolderBackupPlace } from '../outside/backups/folder-backup-place.ts';
import { S3BackupPlace } from '../outside/backups/s3-backup-place.ts';
import { backUpOnSchedule, type ScheduledBackup } from '../upkeep/backups/scheduled-backup.commands.ts';
import type { BackupTarget } from './config.ts';
import { createFileStore } from './create-app.ts';
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

/** Where a backup is, as a person wrote it. */
export interface BackupAddress {
  /** As in BACKUP_TARGET; undefined is the place of the settings. */
  target: string | undefined;
  /** Undefined for a folder or the beginning of names in a bucket. */
  name: string | undefined;
}

/** Reads a path, a folder, s3://bucket/folder/name, or the name alone of a backup in BACKUP_TARGET. */
export function readBackupAddress(given: string): BackupAddress {
  const [, bucket, folders = '', object] = /^(s3:\/\/[^/]+)(?:\/(.*\/)?([^/]*))?$/.exec(given) ?? [];
  if (bucket) return { target: `${bucket}/${folders}`, name: object || undefined };
  const path = resolve(given);
  if (/[\\/]$/.test(given) || (existsSync(path) && statSync(path).isDirectory())) {
    return { target: path, name: undefined };
  }
  if (isBackupName(given) && !existsSync(path)) return { target: undefined, name: given };
  return { target: dirname(path), name: basename(path) };
}

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
