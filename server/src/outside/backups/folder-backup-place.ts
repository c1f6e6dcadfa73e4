import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { type BackupPlace, isBackupName, type KeptBackup } from './backup-place.ts';

/** Stores backups as files in a folder that only this account can read. */
export class FolderBackupPlace implements BackupPlace {
  readonly description: string;

  constructor(private readonly folder: string) {
    this.description = folder;
  }

  /** Writes to a temporary name, so a file with a backup's name is complete. */
  async write(name: string, bytes: AsyncIterable<Buffer>): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, name);
    if (await stat(path).catch(() => null)) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
    const partial = `${path}.partial`;
    let size = 0;
    try {
      const file = await open(partial, 'wx', 0o600);
      try {
        for await (const chunk of bytes) {
          await file.writeFile(chunk);
          size += chunk.length;
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
      await syncFolder(this.folder);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') await rm(partial, { force: true });
      throw error;
    }
    return size;
  }

  read(name: string): AsyncIterable<Buffer> {
    return createReadStream(join(this.folder, name), { highWaterMark: 256 * 1024 });
  }

  async list(): Promise<KeptBackup[]> {
    const names = await readdir(this.folder).catch(() => []);
    const kept = names.filter(isBackupName).sort();
    return Promise.all(kept.map(async (name) => ({ name, bytes: (await stat(join(this.folder, name))).size })));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  async close(): Promise<void> {}
}
