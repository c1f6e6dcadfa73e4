import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isBackupName } from '../outside/backups/backup-place.ts';

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
