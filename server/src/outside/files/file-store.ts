/** A listed file. */
export interface KeptFile {
  key: string;
  modified: Date;
}

/** Stores bytes. Keys are chosen by the server: letters, digits and dashes. */
export interface FileStore {
  write(key: string, bytes: Buffer): Promise<void>;
  /** Throws FileMissing if there is nothing under the key. */
  read(key: string): Promise<Buffer>;
  has(key: string): Promise<boolean>;
  /** Removing a missing file isn't an error. */
  remove(key: string): Promise<void>;
  /** All files, in no particular order. */
  list(): AsyncIterable<KeptFile>;
  /** Counts files left half-written before that time, and deletes them if `remove` is set. */
  leftovers(before: Date, remove: boolean): Promise<number>;
  /** Free space in bytes; null if unknown. */
  freeBytes(): Promise<number | null>;
  close(): Promise<void>;
}

/** A store that also passes on files in pieces, so a large one doesn't fill memory. */
export interface StreamingFileStore extends FileStore {
  /** Throws FileMissing at the first piece. */
  readPieces(key: string): AsyncIterable<Buffer>;
  /** Stores all pieces, or nothing if one of them fails. */
  writePieces(key: string, pieces: AsyncIterable<Buffer>): Promise<void>;
}

/** Nothing is stored under this key. */
export class FileMissing extends Error {}

/** The store is unreachable, too slow, or temporarily refusing. */
export class FileStoreUnavailable extends Error {}

const keyPattern = /^[a-z0-9-]{8,80}$/;

export function isFileKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Identifies the store. The dot keeps it out of listings, so a repair never removes it. */
export const storeMarker = 'kinbridge-store.txt';

/** Ensures that no key can act as a path or URL. */
export function checkFileKey(key: string): string {
  if (key !== storeMarker && !isFileKey(key)) throw new Error('a file key holds letters, digits and dashes only');
  return key;
}
