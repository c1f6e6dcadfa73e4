import type { Database } from '../../db/database.ts';
import { decryptBytes, encryptBytes } from '../../outside/files/encrypted-bytes.ts';
import { type FileStore, type KeptFile, storeMarker } from '../../outside/files/file-store.ts';
import { createFileKey, findFileKey, type Keyring, removeFileKey } from './file-keys.commands.ts';

interface Encryption extends Keyring {
  db: Database;
  /** Whether new files are encrypted. Those that already are can be read either way. */
  encryptNew: boolean;
}

/** A store whose files are encrypted, each with its own key. Files from before are read as they are. */
export class EncryptedFileStore implements FileStore {
  constructor(
    private readonly store: FileStore,
    readonly encryption: Encryption,
  ) {}

  async write(key: string, bytes: Buffer): Promise<void> {
    const { db, encryptNew } = this.encryption;
    if (!encryptNew || key === storeMarker) return this.store.write(key, bytes);
    await this.store.write(key, encryptBytes(await createFileKey(db, this.encryption, key), key, bytes));
  }

  async read(key: string): Promise<Buffer> {
    const stored = await this.store.read(key);
    if (key === storeMarker) return stored;
    const dataKey = await findFileKey(this.encryption.db, this.encryption, key);
    return dataKey ? decryptBytes(dataKey, key, stored) : stored;
  }

  /** The key last: until then, the file can be read. */
  async remove(key: string): Promise<void> {
    await this.store.remove(key);
    await removeFileKey(this.encryption.db, key);
  }

  has(key: string): Promise<boolean> {
    return this.store.has(key);
  }

  list(): AsyncIterable<KeptFile> {
    return this.store.list();
  }

  leftovers(before: Date, remove: boolean): Promise<number> {
    return this.store.leftovers(before, remove);
  }

  freeBytes(): Promise<number | null> {
    return this.store.freeBytes();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
