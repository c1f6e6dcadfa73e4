import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkFileKey, FileMissing, isFileKey, type KeptFile, type StreamingFileStore } from './file-store.ts';
import { syncFolder } from './sync-folder.ts';

const partialSuffix = '.partial';
const pieceBytes = 256 * 1024;

/** Stores files in a folder, in subfolders by the first characters of their key. */
export class LocalFileStore implements StreamingFileStore {
  /** Subfolders whose directory entries are synced. */
  readonly #synced = new Set<string>();

  constructor(private readonly folder: string) {}

  /** Writes to a temporary name and renames, so a crash or a full disk leaves no partial file. */
  async write(key: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void> {
    const path = this.#path(key);
    await this.#makeFolder(dirname(path));
    const partial = `${path}${partialSuffix}`;
    try {
      const file = await open(partial, 'w', 0o600);
      try {
        await writeFile(file, bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async read(key: string): Promise<Buffer> {
    try {
      return await readFile(this.#path(key));
    } catch (error) {
      throw isAbsent(error) ? new FileMissing('no such file') : error;
    }
  }

  writePieces(key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    return this.write(key, pieces);
  }

  async *readPieces(key: string): AsyncGenerator<Buffer> {
    try {
      yield* createReadStream(this.#path(key), { highWaterMark: pieceBytes });
    } catch (error) {
      throw isAbsent(error) ? new FileMissing('no such file') : error;
    }
  }

  async has(key: string): Promise<boolean> {
    try {
      return (await stat(this.#path(key))).isFile();
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    // Deleted files must not come back after a power cut.
    await syncFolder(dirname(path)).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
    });
  }

  async *list(): AsyncIterable<KeptFile> {
    for await (const { name, path } of this.#names()) {
      if (!isFileKey(name)) continue;
      const found = await statIfThere(path);
      if (found) yield { key: name, modified: found.mtime };
    }
  }

  async leftovers(before: Date, remove: boolean): Promise<number> {
    let count = 0;
    for await (const { name, path } of this.#names()) {
      if (!name.endsWith(partialSuffix)) continue;
      const found = await statIfThere(path);
      if (!found || found.mtime >= before) continue;
      count++;
      if (remove) await rm(path, { force: true });
    }
    return count;
  }

  async freeBytes(): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  async close(): Promise<void> {}

  /** One folder at a time, so a million files never fill memory. */
  async *#names(): AsyncIterable<{ name: string; path: string }> {
    for (const folder of await readdirIfThere(this.folder)) {
      if (!/^[a-z0-9-]{2}$/.test(folder)) continue;
      for (const name of await readdirIfThere(join(this.folder, folder))) {
        yield { name, path: join(this.folder, folder, name) };
      }
    }
  }

  /** Syncs the parent folders once per process, even if they already existed. */
  async #makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true });
    if (made === undefined && this.#synced.has(folder)) return;
    const top = made ?? this.folder;
    for (let child = folder; ; child = dirname(child)) {
      await syncFolder(dirname(child));
      if (child === top || child === dirname(child)) break;
    }
    this.#synced.add(folder);
  }

  #path(key: string): string {
    return join(this.folder, checkFileKey(key).slice(0, 2), key);
  }
}

function isAbsent(error: unknown): boolean {
  return /^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');
}

async function readdirIfThere(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

async function statIfThere(path: string) {
  try {
    const found = await stat(path);
    return found.isFile() ? found : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
