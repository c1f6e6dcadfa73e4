import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';

/** Keeps files in a folder, spread over subfolders by the first characters of their key. */
export class LocalFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Written beside its place and moved there, so that a crash or a full disk leaves no half file. */
  async write(key: string, bytes: Buffer): Promise<void> {
    const path = this.#path(key);
    await mkdir(join(path, '..'), { recursive: true });
    const partial = `${path}.partial`;
    try {
      const file = await open(partial, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async read(key: string): Promise<Buffer> {
    return readFile(this.#path(key));
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  #path(key: string): string {
    if (!/^[a-z0-9-]{8,80}$/.test(key)) throw new Error('a file key holds letters, digits and dashes only');
    return join(this.#folder, key.slice(0, 2), key);
  }
}
