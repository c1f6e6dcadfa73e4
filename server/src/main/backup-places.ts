import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { BackupTarget, Settings } from '../config.ts';
import { type BackupPlace, backupName } from '../outside/backups/backup-place.ts';
import { FolderBackupPlace } from '../outside/backups/folder-backup-place.ts';
import { S3BackupPlace } from '../outside/backups/s3-backup-place.ts';
import { keyFiles } from './keys.ts';

export function openBackupPlace(target: BackupTarget): BackupPlace {
  if ('folder' in target) return new FolderBackupPlace(target.folder);
  return new S3BackupPlace(target.s3);
}

/** A path that a person gave: a folder gets a file with a name of its own, any other path is the file. */
export function placeAt(path: string): { place: BackupPlace; name: string } {
  const full = resolve(path);
  const isFolder = /[\\/]$/.test(path) || (existsSync(full) && statSync(full).isDirectory());
  if (isFolder) return { place: new FolderBackupPlace(full), name: backupName('command') };
  return { place: new FolderBackupPlace(dirname(full)), name: basename(full) };
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
